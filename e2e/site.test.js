// The page without a server: offline, new versions, faults, frames.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { BACKEND, EIGHTY, FIFTY_SIX, FOURTEEN, GOAL, hash, suite, until } from "./helper.js";
import { serveFiles } from "./serve-files.js";

const test = BACKEND === "site" ? suite() : () => {};

const ends = [];
after(() => Promise.all(ends.map((end) => end())));

/** A server of its own, with a copy of the site that a test may change. */
async function ownServer() {
  const directory = mkdtempSync(join(tmpdir(), "taquin-site-"));
  cpSync(process.env.TAQUIN_SITE, directory, { recursive: true });
  const { address, stop } = await serveFiles(directory);
  const end = async () => {
    await stop().catch(() => {});
    rmSync(directory, { recursive: true, force: true });
  };
  ends.push(end);
  return { directory, address, stop };
}

const prepend = (file, code) => writeFileSync(file, code + readFileSync(file, "utf8"));

const installed = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

test("after the first visit, everything works offline", {}, async ({ context, page, at, see, seeBoard, text }) => {
  const { address, stop } = await ownServer();
  await page.goto(address);
  await until(() => text("status-line"), /^Solvable/);
  assert.ok(await installed(page));
  await stop();
  await page.goto(address + hash(FIFTY_SIX));
  await page.reload();
  await see("status-line", /^Solvable/);
  await at("solve").click();
  await see("result", /^Solved in 56 moves, proven shortest/);
  await at("tab-think").click();
  await see("think-summary", /^Step 0/);
  await at("tab-compare").click();
  await see("compare-run", "Compare");
  await context.newPage();
  await page.goto(`${address}?scramble=1_2_3/4_5_6/7_0_8`);
  await seeBoard("1 2 3/4 5 6/7 0 8");
});

test("a new version is offered, and loses nothing", {}, async ({ page, see, seeBoard }) => {
  const { directory, address } = await ownServer();
  await page.goto(address + hash(FOURTEEN));
  assert.ok(await installed(page));
  const file = join(directory, "index.html");
  writeFileSync(file, readFileSync(file, "utf8").replace("<h1>Taquin</h1>", "<h1>Taquin, new</h1>"));
  const worker = join(directory, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace("`${SITE}", "`${SITE}1"));
  await page.getByTestId("tile-6").click();
  const board = "8 1 3/4 6 2/7 0 5";
  await seeBoard(board);
  await page.reload();
  await see("notice", /^A new version of this page is available\.\s+Reload/);
  assert.equal(await page.locator("h1").innerText(), "Taquin");
  await page.getByTestId("notice").getByRole("button", { name: "Reload" }).click();
  await until(() => page.locator("h1").innerText(), "Taquin, new");
  await seeBoard(board);
  await see("status-line", /^Solvable/);
});

test("the site contacts nobody", {}, async ({ context, page, at, see, address }) => {
  const hosts = new Set();
  context.on("request", (request) => hosts.add(new URL(request.url().replace(/^blob:/, "")).host));
  await page.reload();
  await at("solve").click();
  await see("result", /^Solved in 14 moves/);
  assert.deepEqual([...hosts], [new URL(address).host]);
});

const noWorker = () => {
  window.Worker = class {
    constructor() {
      throw new DOMException("blocked", "SecurityError");
    }
  };
};
const noStorage = () => {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("disabled", "SecurityError"); } });
};

test("a blocked Worker: the board can be played, and the page says why it can’t solve", { init: noWorker, at: hash(FOURTEEN) }, async ({ at, see, seeBoard, press }) => {
  await see("status", /^Not checked.*does not let this page start a Worker/s);
  await at("solve").click();
  await see("solve-error", /does not let this page start a Worker/);
  await press("ArrowLeft");
  await seeBoard("8 1 3/4 2 0/7 6 5");
});

test("without WebAssembly, the board can be played, and the page says why it can’t solve", {}, async ({ page, at, see, seeBoard, press }) => {
  const { directory, address } = await ownServer();
  prepend(join(directory, "js/engine/worker-browser.js"), "delete globalThis.WebAssembly;");
  await page.goto(address + hash(FOURTEEN));
  await see("status", /^Not checked.*needs WebAssembly\. A current Chrome/s);
  await at("solve").click();
  await see("solve-error", /needs WebAssembly/);
  await press("ArrowLeft");
  await seeBoard("8 1 3/4 2 0/7 6 5");
});

test("a full storage quota: the page says so, and works", {}, async ({ page, at, see }) => {
  const { directory, address } = await ownServer();
  prepend(join(directory, "service-worker.js"), 'Cache.prototype.addAll = () => Promise.reject(new DOMException("full", "QuotaExceededError"));');
  await page.goto(address + hash(FOURTEEN));
  await see("notice", /could not be stored for offline use: the browser’s storage is full/);
  await at("solve").click();
  await see("result", /^Solved in 14 moves/);
});

test("an aborted download: the page says so, and the next attempt works", { at: hash(FOURTEEN) }, async ({ context, see, at, seeBoard, press, open }) => {
  const { address } = await ownServer();
  const page = await context.newPage();
  await page.route("**/taquin.wasm.bin", (route) => route.abort("aborted"));
  await page.goto(address + hash(FOURTEEN));
  const line = () => page.getByTestId("status").innerText();
  await until(line, /^Not checked[^]*could not be loaded/);
  await page.unroute("**/taquin.wasm.bin");
  await page.getByTestId("solve").click();
  await until(() => page.getByTestId("result").innerText(), /^Solved in 14 moves/);
  await press("ArrowLeft");
  await seeBoard("8 1 3/4 2 0/7 6 5");
});

test("disabled storage: the page works", { init: noStorage, at: hash(GOAL) }, async ({ see, seeBoard, press }) => {
  await see("status-line", "Solved");
  await press("ArrowRight");
  await press("ArrowLeft");
  await see("clock", /^2 moves · 0:0\d\.\d$/);
  await seeBoard(GOAL);
});

test("stop takes effect within 100 ms", { at: hash(EIGHTY) }, async ({ page, at, see, report }) => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    await at("solve").click();
    await see("figures", /Lower bound/);
    times.push(await page.evaluate(async () => {
      const start = performance.now();
      document.querySelector("#stop").click();
      while (document.querySelector("#solve").hidden) await new Promise((resume) => setTimeout(resume, 1));
      return performance.now() - start;
    }));
  }
  report(`stop: ${times.map((time) => Math.round(time)).join(", ")} ms`);
});

test("a frame answers the page that its address names, and no other", {}, async ({ context, address }) => {
  const html = (origin) => `<!doctype html><iframe src="${address}?origin=${origin}&scramble=1_2_3/4_5_6/7_0_8"></iframe>
<script>window.seen = []; onmessage = (event) => seen.push({ origin: event.origin, ...event.data });</script>`;
  const parent = createServer(({ url }, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html(new URL(url, "http://x").searchParams.get("as"))));
  await new Promise((ready) => parent.listen(0, "127.0.0.1", ready));
  ends.push(async () => (parent.closeAllConnections(), parent.close()));
  const own = `http://127.0.0.1:${parent.address().port}`;
  const page = await context.newPage();
  const ask = (message) => page.evaluate((message) => frames[0].postMessage(message, "*"), message);
  const seen = (type) => page.evaluate((type) => window.seen.filter((message) => message.type === type), type);

  await page.goto(`${own}/?as=${own}`);
  await until(async () => (await seen("ready")).length, 1);
  await ask({ taquin: 1, id: 7, type: "solve" });
  await until(async () => (await seen("solution")).length, 1);
  const [{ id, moves, shortest, origin }] = await seen("solution");
  assert.deepEqual({ id, moves, shortest, origin }, { id: 7, moves: "L", shortest: true, origin: new URL(address).origin });
  await ask({ taquin: 1, id: 8, type: "solve", board: "1 2 3/4 5 6/8 7 0" });
  await ask({ taquin: 1, id: 9, type: "solve", board: "1 2" });
  await until(async () => (await seen("error")).length, 1);
  const [{ code }] = await seen("error");
  assert.equal(code, "bad-board");
  assert.equal((await seen("solution"))[1].outcome, "unsolvable");

  await ask({ taquin: 1, id: 10, type: "solve", goal: "1 2 3/4 5 6/0 7 8" });
  await until(async () => (await seen("solution")).length, 3);
  assert.equal((await seen("solution"))[2].moves, "R");

  // An address that names no origin leaves the page as it is.
  for (const wrong of ["example.org", "null", "*", "javascript:0"]) {
    await page.goto(`${own}/?as=${wrong}`);
    await page.frames()[1].waitForSelector("#tab-solve[aria-selected=true]");
    assert.deepEqual(await page.evaluate(() => window.seen), []);
  }

  await page.goto(`${own}/?as=http://example.org`);
  await page.frames()[1].waitForSelector("#status-line:not(:empty)");
  await ask({ taquin: 1, id: 1, type: "solve" });
  await new Promise((resume) => setTimeout(resume, 500));
  assert.deepEqual(await page.evaluate(() => window.seen), []);

});
