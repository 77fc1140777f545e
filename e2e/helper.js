// Shared by all tests of the page: a server, a browser, and pages on which no error may occur.
//
// $TAQUIN is the program (default: the newest build), $CHROMIUM the browser (default: the first in $PATH). With $TAQUIN_SITE, a
// directory that ./site has built, the same tests run on the page without a server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { mockRequests } from "./mock.js";
import { serveFiles } from "./serve-files.js";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, selectors } from "playwright-core";

const TIMEOUT = 20_000; // milliseconds; generous, because the machine may be slow
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const SILENT = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

selectors.setTestIdAttribute("id");

/** "server", or "site" for the page without a server. */
export const BACKEND = process.env.TAQUIN_SITE ? "site" : "server";

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const GOAL = "1 2 3/4 5 6/7 8 0";
export const FOURTEEN = "8 1 3/4 0 2/7 6 5"; // moves; the first board of the page
export const FIFTY_SIX = "7 15 2 6/12 0 5 3/4 11 8 1/9 14 10 13";
export const EIGHTY = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1"; // moves; takes many seconds to solve
export const PUZZLE04 = "0 1 3/4 2 5/7 8 6"; // moves; a sample of Princeton's course
export const HARDEST = "8 6 7/2 5 4/3 0 1"; // 31 moves
export const FIVE = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

export const EIGHT =
  "0 37 10 47 20 57 30 3/40 13 50 23 60 33 6 43/16 53 26 63 36 9 46 19/56 29 2 39 12 49 22 59/" +
  "32 5 42 15 52 25 62 35/8 45 18 55 28 1 38 11/48 21 58 31 4 41 14 51/24 61 34 7 44 17 27 54";

/** The URL fragment of a board. */
export const hash = (board, rest = "") => `#b=${board.replaceAll("/", "_").replaceAll(" ", ".")}${rest}`;

/** The goal with the blank last. */
export function inOrder(rows, cols) {
  const row = (r) => Array.from({ length: cols }, (_, c) => (r * cols + c + 1) % (rows * cols)).join(" ");
  return Array.from({ length: rows }, (_, r) => row(r)).join("/");
}

/** A response of /api/solve for a mocked route. */
export function solved(text, moves, lower) {
  const board = (text) => ({ rows: text.split("/").length, cols: text.split("/")[0].split(" ").length, tiles: text.split(/[ /]/).map(Number) });
  const { rows, cols } = board(text);
  const goal = { name: "blank-last", board: board(inOrder(rows, cols)) };
  const { length } = moves;
  return { outcome: "solved", board: board(text), goal, moves, length, shortest: length === lower, lower_bound: lower, generated: 9, seconds: 0.1 };
}

/** Polls `read` until it returns the expected value, or a text that matches. */
export async function until(read, expected, timeout = TIMEOUT) {
  const end = Date.now() + timeout;
  for (;;) {
    const actual = await read();
    if (expected instanceof RegExp ? expected.test(actual) : actual === expected) return actual;
    assert.ok(Date.now() < end, `expected ${expected}, but the last value was ${JSON.stringify(actual)}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

/**
 * Starts a server and a browser for the tests of a file. Returns a function like node:test's. Its options are those of a
 * browser context, `at` (the URL fragment), `statuses` (expected error statuses) and `init` (a script that runs before
 * those of the page).
 */
export function suite(...args) {
  let server, browser;
  before(async () => {
    [server, browser] = await Promise.all([
      BACKEND === "site" ? serveFiles(process.env.TAQUIN_SITE) : serve(args),
      chromium.launch({ executablePath: browserPath(), args: [...FLAGS, ...SILENT] }),
    ]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  return (name, { at = "", statuses = [], init, ...options }, body) =>
    nodeTest(name, { timeout: 3 * TIMEOUT }, async (t) => {
      const context = await browser.newContext({ ...DESK, permissions: ["clipboard-read", "clipboard-write"], ...options });
      const problems = [];
      const open = async (address = at) => {
        const page = await context.newPage();
        collectProblems(page, statuses, problems);
        if (init) await page.addInitScript(init);
        const mock = await mockRequests(page, BACKEND);
        await page.goto(server.address + address);
        const view = { ...tools(page), mock };
        await until(() => view.text("status-line"), /./);
        return view;
      };
      try {
        await body({ ...(await open()), open, context, address: server.address, report: (text) => t.diagnostic(text) });
      } catch (error) {
        problems.push(error.stack);
      }
      await context.close();
      assert.equal(problems.join("\n\n"), "");
    });
}

function tools(page) {
  page.setDefaultTimeout(TIMEOUT);
  const at = (id) => page.getByTestId(id);
  const text = async (id) => (await at(id).innerText()).trim().replace(/\n+/g, "\n");
  const see = (id, expected) => until(() => text(id), expected);
  /** The current board, as "1 2 3/4 5 6/7 8 0". */
  const board = async () => (await at("board").getAttribute("aria-label"))?.split(": ")[1].replaceAll(", ", "/").replace("blank", "0") ?? "";
  const seeBoard = (expected) => until(board, expected);
  /** Presses Tab until an element has the focus. */
  const tabTo = async (id) => {
    for (let n = 0; n < 60; n++) {
      if ((await focused()) === id) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${id}`);
  };
  const focused = () => page.evaluate(() => document.activeElement.id);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const press = (key) => page.keyboard.press(key);
  return { page, at, text, see, board, seeBoard, tabTo, focused, clipboard, press };
}

// Collects unexpected errors. Requests aborted by the page are fine.
function collectProblems(page, statuses, problems) {
  page.on("pageerror", (error) => problems.push(`error: ${error.stack}`));
  page.on("console", (message) => {
    const isProblem = ["error", "warning"].includes(message.type());
    // The response handler below checks these.
    if (isProblem && !message.text().startsWith("Failed to load resource")) problems.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !statuses.includes(response.status())) problems.push(`${response.status()}: ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const { errorText } = request.failure();
    // A Worker sees by a revoked blob that it is to stop.
    const isStop = request.url().startsWith("blob:");
    if (errorText !== "net::ERR_ABORTED" && !isStop) problems.push(`${errorText}: ${request.url()}`);
  });
}

// Starts a server on a free port, without pattern databases on disk.
async function serve(args) {
  const cache = mkdtempSync(join(tmpdir(), "taquin-e2e-"));
  const child = spawn(program(), ["serve", "--no-open", "--port", "0", "--cache", cache, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  const address = new Promise((resolve) => {
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output);
      if (found) resolve(found[0]);
    });
  });
  const found = await Promise.race([address, exited.then((code) => assert.fail(`the server exited with ${code}`))]);
  return {
    address: found,
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(kill, TIMEOUT);
      assert.equal(await exited, 0, "the exit code of the server");
      clearTimeout(timer);
      process.removeListener("exit", kill);
      rmSync(cache, { recursive: true });
    },
  };
}

function program() {
  if (process.env.TAQUIN) return resolve(process.env.TAQUIN);
  const built = ["debug", "release"].map((profile) => fileURLToPath(new URL(`../target/${profile}/taquin`, import.meta.url)));
  const [newest] = built.filter(isProgram).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  assert.ok(newest, "no taquin in ../target: build it, or set TAQUIN");
  return newest;
}

function browserPath() {
  const directories = process.env.PATH.split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = process.env.CHROMIUM ?? names.flatMap((name) => directories.map((directory) => join(directory, name))).find(isProgram);
  assert.ok(found, "no Chromium in $PATH: install it, or set CHROMIUM");
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
