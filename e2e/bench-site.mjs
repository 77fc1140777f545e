// Measures the page without a server in Chromium, one Worker, nothing stored: node bench-site.mjs [DIST]

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serveFiles } from "./serve-files.js";

const dist = process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url));
const boards = (name) =>
  readFileSync(new URL(`../puzzles/${name}.txt`, import.meta.url), "utf8").split("\n").filter((line) => /^\d/.test(line)).map((line) => line.split("#")[0].trim());
const SIX = "13 29 0 5 15 2/7 31 21 24 33 19/25 34 6 8 20 3/17 30 32 14 23 35/4 11 28 10 27 1/22 9 16 18 26 12";

const { address, stop } = await serveFiles(dist);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"] });

async function open() {
  const page = await (await browser.newContext()).newPage();
  const sizes = [];
  page.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    sizes.push([response.url(), Math.min(body.length, gzipSync(body, { level: 9 }).length)]);
  });
  await page.addInitScript(() => {
    window.blocks = [];
    new PerformanceObserver((list) => window.blocks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask", buffered: true });
    const seen = new MutationObserver(() => document.querySelector(".tile") && ((window.usable ??= performance.now()), seen.disconnect()));
    seen.observe(document, { subtree: true, childList: true });
  });
  await page.goto(address);
  await page.evaluate(async () => {
    const { Engine } = await import("./js/engine/engine.js");
    const { spawn } = await import("./js/engine/spawn-browser.js");
    const engine = (window.engine = new Engine(spawn));
    window.time = async (body) => {
      const start = performance.now();
      const { length, shortest, generated } = await engine.request("/api/solve", { seconds: 60, ...body });
      return { length, shortest, generated, ms: performance.now() - start };
    };
  });
  return { page, sizes };
}

const round = (n) => Math.round(n * 10) / 10;
const spread = (all) => `median ${round(all.sort((a, b) => a - b)[all.length >> 1])} ms, worst ${round(all.at(-1))} ms`;
const { page, sizes } = await open();
const size = (board) => ({ board, size: "4x4" });
const solve = (body) => page.evaluate((body) => window.time(body), body);

const first = await solve({ ...size(boards("korf-15")[0]), goal: "blank-first" });
const korf = [];
for (const board of boards("korf-15")) korf.push(await solve({ ...size(board), goal: "blank-first" }));
const times = korf.map(({ ms }) => ms);
console.log(`first 15-puzzle, databases built: ${round(first.ms)} ms`);
console.log(`Korf's hundred: mean ${round(times.reduce((a, b) => a + b) / 100)} ms, worst ${round(Math.max(...times))} ms, ${korf.reduce((sum, { length }) => sum + length, 0)} moves, ${korf.reduce((sum, { generated }) => sum + generated, 0)} nodes, proven ${korf.filter(({ shortest }) => shortest).length}`);

const hard = [];
for (const board of boards("antipodes-15")) hard.push(await solve(size(board)));
console.log(`80 moves: ${hard.map(({ ms }) => round(ms / 1000)).join(", ")} s, proven ${hard.filter(({ shortest, length }) => shortest && length === 80).length}`);
const six = [];
for (let i = 0; i < 3; i++) six.push((await solve({ board: SIX, seconds: 5 })).length);
console.log(`6x6 within 5 s: ${six.join(", ")} moves`);

const stops = await page.evaluate(async (board) => {
  const all = [];
  for (let i = 0; i < 20; i++) {
    const stop = new AbortController();
    const answer = window.engine.request("/api/solve", { board, seconds: 60 }, { stop: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 300 + 7 * i));
    const start = performance.now();
    stop.abort();
    await answer.catch(() => {});
    all.push(performance.now() - start);
  }
  return all;
}, SIX);
console.log(`stop: ${spread(stops)}`);

const bytes = (filter) => round(sizes.filter(([url]) => filter(url)).reduce((sum, [, size]) => sum + size, 0) / 1000);
const isEngine = (url) => url.includes("/engine/");
console.log(`transferred: ${bytes((url) => !isEngine(url))} kB without the engine, ${bytes(() => true)} kB in all`);

const loads = [];
for (let i = 0; i < 15; i++) {
  const { page } = await open();
  await page.waitForTimeout(1000);
  loads.push(await page.evaluate(() => [window.usable, Math.max(0, ...window.blocks)]));
  await page.context().close();
}
console.log(`usable after: ${spread(loads.map(([usable]) => usable))}`);
console.log(`longest block of the main thread (0: below 50 ms): ${spread(loads.map(([, block]) => block))}`);
await browser.close();
await stop();
