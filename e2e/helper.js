// What all tests of the page need: a server of their own, a browser, and pages on which nothing may go wrong.
//
// $TAQUIN is the program (else the one that was built last), $CHROMIUM the browser (else the first on the path).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, selectors } from "playwright-core";

const PATIENCE = 20_000; // milliseconds: the machine may be slow, and busy with other things
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const SILENT = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

selectors.setTestIdAttribute("id");

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Boards that many tests use. */
export const GOAL = "1 2 3/4 5 6/7 8 0";
export const FOURTEEN = "8 1 3/4 0 2/7 6 5"; // moves; the page begins with it
export const FIFTY_SIX = "7 15 2 6/12 0 5 3/4 11 8 1/9 14 10 13";
export const EIGHTY = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1"; // which takes many seconds
export const PUZZLE04 = "0 1 3/4 2 5/7 8 6"; // moves; a sample of Princeton's course
export const HARDEST = "8 6 7/2 5 4/3 0 1"; // 31 moves
export const FIVE = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

export const EIGHT =
  "0 37 10 47 20 57 30 3/40 13 50 23 60 33 6 43/16 53 26 63 36 9 46 19/56 29 2 39 12 49 22 59/" +
  "32 5 42 15 52 25 62 35/8 45 18 55 28 1 38 11/48 21 58 31 4 41 14 51/24 61 34 7 44 17 27 54";

/** The part of an address that shows a board. */
export const hash = (board, rest = "") => `#b=${board.replaceAll("/", "_").replaceAll(" ", ".")}${rest}`;

/** The goal of a size, with the blank last. */
export function inOrder(rows, cols) {
  const row = (r) => Array.from({ length: cols }, (_, c) => (r * cols + c + 1) % (rows * cols)).join(" ");
  return Array.from({ length: rows }, (_, r) => row(r)).join("/");
}

/** What /api/solve answers of a board with the blank last, for a route. */
export function solved(text, moves, lower) {
  const board = (text) => ({ rows: text.split("/").length, cols: text.split("/")[0].split(" ").length, tiles: text.split(/[ /]/).map(Number) });
  const { rows, cols } = board(text);
  const goal = { name: "blank-last", board: board(inOrder(rows, cols)) };
  const { length } = moves;
  return { outcome: "solved", board: board(text), goal, moves, length, shortest: length === lower, lower_bound: lower, generated: 9, seconds: 0.1 };
}

/** Asks again and again until `look` answers what is wanted: a value, or a text that matches. */
export async function until(look, wanted, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (wanted instanceof RegExp ? wanted.test(seen) : seen === wanted) return seen;
    assert.ok(Date.now() < end, `wanted ${wanted}, and at last saw ${JSON.stringify(seen)}`);
    await new Promise((again) => setTimeout(again, 25));
  }
}

/**
 * Starts a server and a browser for the tests of a file, and ends both after them. The answer is a function like that of
 * node:test. Its options are those of a browser context, and `at` (the address's hash), `statuses` (of answers that are
 * no success, but expected) and `init` (run in the page before its own scripts).
 */
export function suite(...args) {
  let server, browser;
  before(async () => {
    [server, browser] = await Promise.all([
      serve(args),
      chromium.launch({ executablePath: browserPath(), args: [...FLAGS, ...SILENT] }),
    ]);
  });
  after(async () => {
    await browser?.close();
    await server?.end();
  });

  return (name, { at = "", statuses = [], init, ...options }, body) =>
    nodeTest(name, { timeout: 3 * PATIENCE }, async (t) => {
      const context = await browser.newContext({ ...DESK, permissions: ["clipboard-read", "clipboard-write"], ...options });
      const problems = [];
      const open = async (address = at) => {
        const page = await context.newPage();
        watch(page, statuses, problems);
        if (init) await page.addInitScript(init);
        await page.goto(server.address + address);
        const view = tools(page);
        await until(() => view.text("status-line"), /./);
        return view;
      };
      try {
        await body({ ...(await open()), open, context, address: server.address, say: (words) => t.diagnostic(words) });
      } catch (error) {
        problems.push(error.stack);
      }
      await context.close();
      assert.equal(problems.join("\n\n"), "");
    });
}

// What a test does with a page.
function tools(page) {
  page.setDefaultTimeout(PATIENCE);
  const at = (id) => page.getByTestId(id);
  const text = async (id) => (await at(id).innerText()).trim().replace(/\n+/g, "\n");
  const see = (id, wanted) => until(() => text(id), wanted);
  /** The board that is shown, as "1 2 3/4 5 6/7 8 0". */
  const board = async () => (await at("board").getAttribute("aria-label")).split(": ")[1].replaceAll(", ", "/").replace("blank", "0");
  const seeBoard = (wanted) => until(board, wanted);
  /** Presses Tab until an element has the focus. */
  const tabTo = async (id) => {
    for (let n = 0; n < 60; n++) {
      if ((await focused()) === id) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab never comes to ${id}`);
  };
  const focused = () => page.evaluate(() => document.activeElement.id);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const press = (key) => page.keyboard.press(key);
  return { page, at, text, see, board, seeBoard, tabTo, focused, clipboard, press };
}

// Nothing may go wrong on a page but what is expected. A request that the page itself gave up is fine.
function watch(page, statuses, problems) {
  page.on("pageerror", (error) => problems.push(`error: ${error.stack}`));
  page.on("console", (message) => {
    const wrong = ["error", "warning"].includes(message.type());
    // Those are told by the answers themselves.
    if (wrong && !message.text().startsWith("Failed to load resource")) problems.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !statuses.includes(response.status())) problems.push(`${response.status()}: ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") problems.push(`${errorText}: ${request.url()}`);
  });
}

// A server on any free port, without tables from the disk.
async function serve(args) {
  const cache = mkdtempSync(join(tmpdir(), "taquin-e2e-"));
  const child = spawn(program(), ["serve", "--no-open", "--port", "0", "--cache", cache, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  const address = new Promise((resolve) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
  });
  const found = await Promise.race([address, ended.then((code) => assert.fail(`the server ended with ${code}`))]);
  return {
    address: found,
    async end() {
      child.kill("SIGTERM");
      const late = setTimeout(kill, PATIENCE);
      assert.equal(await ended, 0, "the server ends in good order");
      clearTimeout(late);
      process.removeListener("exit", kill);
      rmSync(cache, { recursive: true });
    },
  };
}

function program() {
  if (process.env.TAQUIN) return resolve(process.env.TAQUIN);
  const built = ["debug", "release"].map((profile) => fileURLToPath(new URL(`../target/${profile}/taquin`, import.meta.url)));
  const [newest] = built.filter(isProgram).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  assert.ok(newest, "there is no taquin in ../target: build it, or set TAQUIN");
  return newest;
}

function browserPath() {
  const folders = process.env.PATH.split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = process.env.CHROMIUM ?? names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  assert.ok(found, "there is no Chromium on the path: install one, or set CHROMIUM");
  return found;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
