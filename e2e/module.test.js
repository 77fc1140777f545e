// The JavaScript module, installed from its package in a folder of its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { BACKEND, EIGHT, EIGHTY, FOURTEEN, GOAL } from "./helper.js";

const test = BACKEND === "site" ? nodeTest : () => {};
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
let folder, taquin;

before(async () => {
  if (BACKEND !== "site") return;
  folder = mkdtempSync(join(tmpdir(), "taquin-module-"));
  const packages = here("../dist-npm");
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", ...readdirSync(packages).map((name) => resolve(packages, name))], { cwd: folder });
  writeFileSync(join(folder, "taquin.js"), 'export * from "taquin";');
  taquin = await import(join(folder, "taquin.js"));
});

after(() => {
  taquin?.close();
  if (folder) rmSync(folder, { recursive: true });
});

test("boards as nested arrays, text and objects", async () => {
  const { Board, solve } = taquin;
  const rows = [[8, 1, 3], [4, 0, 2], [7, 6, 5]];
  for (const board of [rows, FOURTEEN, new Board(rows), new Board(FOURTEEN), "8,1,3,4,0,2,7,6,5", "3\n8 1 3\n4 _ 2\n7 6 5"]) {
    const { outcome, length, shortest, moves } = await solve(board);
    assert.deepEqual([outcome, length, shortest], ["solved", 14, true]);
    assert.ok(new Board(rows).apply(moves).equals(new Board(GOAL)));
  }
  const { length } = await solve(rows, { goal: [[1, 2, 3], [4, 5, 6], [7, 0, 8]] });
  assert.ok(length > 0);
  assert.equal((await solve("1 2 3/4 5 6/8 7 0")).outcome, "unsolvable");
});

test("the multi-tile metric", async () => {
  const { length, shortest, metric, moves } = await taquin.solve(FOURTEEN, { metric: "multi" });
  assert.deepEqual([length, shortest, metric, moves.length], [12, true, "multi", 14]);
  const random = await taquin.solve("11 5 12 14/15 2 0 9/13 7 6 1/3 10 4 8", { metric: "multi", seconds: 60 });
  assert.ok(random.outcome === "unsolvable" || random.shortest);
  await assert.rejects(taquin.solve(FOURTEEN, { metric: "half" }), /'half' is not a metric/);
});

test("a solution compared with the optimum", async () => {
  const { outcome, length, optimum, moves } = await taquin.analyze(FOURTEEN, "RLLURRDDLURULDLU");
  assert.deepEqual([outcome, length, optimum, moves[0].cost], ["analyzed", 16, 14, 2]);
  assert.ok(new taquin.Board(FOURTEEN).apply(moves[0].better).equals(new taquin.Board(GOAL)));
  const multi = await taquin.analyze([[1, 2, 3], [4, 5, 6], [0, 7, 8]], "R2", { metric: "multi", blank_moves: true });
  assert.deepEqual([multi.length, multi.moves[0].move], [1, "LL"]);
  await assert.rejects(taquin.analyze(FOURTEEN, "LU R3"), { code: "bad-moves", message: /^move 3, 'R3' at character 4/ });
  await assert.rejects(taquin.analyze(FOURTEEN, "L"), { code: "bad-moves", message: /incomplete.*13 more are needed/ });
  const stopped = await taquin.analyze(EIGHTY, "LR".repeat(400), { stop: AbortSignal.timeout(300) });
  assert.deepEqual([stopped.outcome, stopped.reason_code], ["stopped", "cancelled"]);
});

test("Board checks its rows and its moves", () => {
  const { Board, TaquinError } = taquin;
  for (const wrong of [[[1, 2], [3]], [[1, 1], [2, 0]], [[1]], "1 2/3 x", [[1, 2], [3, 4]]]) {
    assert.throws(() => new Board(wrong), (error) => error instanceof TaquinError && error.code === "bad-board");
  }
  assert.throws(() => new Board(GOAL).apply("U"), /move 1, 'U', is illegal/);
  assert.deepEqual(JSON.parse(JSON.stringify(new Board("1 2/3 _"))), [[1, 2], [3, 0]]);
});

test("errors say what is wrong and where", async () => {
  await assert.rejects(taquin.solve("1 2 3/4 5 5/7 8 0"), { code: "bad-board", message: /column 11: 5 occurs twice/ });
  await assert.rejects(taquin.solve(GOAL, { goal: "ringg" }), { code: "bad-goal" });
  await assert.rejects(taquin.solve(GOAL, { seconds: 1e9 }), { code: "bad-request", message: /out of range/ });
  await assert.rejects(taquin.solve(GOAL, { second: 1 }), { code: "bad-request", message: /unknown field `second`/ });
});

test("an AbortSignal ends a search at once; a stop signal gives the best so far", async () => {
  const events = new Set();
  const started = performance.now();
  await assert.rejects(taquin.solve(EIGHT, { signal: AbortSignal.timeout(300), seconds: 60, onProgress: ({ event }) => events.add(event) }), { name: "TimeoutError" });
  assert.ok(events.has("improved"));
  const best = await taquin.solve(EIGHT, { stop: AbortSignal.timeout(300), seconds: 60 });
  assert.ok(best.length > best.lower_bound && best.moves.length === best.length);
  const stopped = await taquin.solve(EIGHTY, { stop: AbortSignal.timeout(300), seconds: 60 });
  assert.ok(["stopped", "solved"].includes(stopped.outcome) && stopped.lower_bound >= 58);
  assert.ok(performance.now() - started < 20_000);
  await assert.rejects(taquin.solve(GOAL, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("all functions answer", async () => {
  assert.equal((await taquin.info(FOURTEEN)).estimates.find(({ heuristic }) => heuristic === "walking-distance").estimate > 9, true);
  const { board, seed } = await taquin.random("4x4", { moves: 20, seed: 7 });
  assert.deepEqual([(await taquin.solve(board.text)).length, seed], [20, 7]);
  assert.equal((await taquin.trace(FOURTEEN, { algorithm: "bfs", steps: 3 })).dequeued.length, 3);
  const runs = await taquin.compare(FOURTEEN, { algorithms: ["astar"], heuristics: ["manhattan"] });
  assert.deepEqual(runs.map(({ length, shortest }) => [length, shortest]), [[14, true]]);
});

test("requests wait for each other, and close rejects them", async () => {
  const both = await Promise.all([taquin.solve(FOURTEEN), taquin.solve(GOAL)]);
  assert.deepEqual(both.map(({ length }) => length), [14, 0]);
  const pending = taquin.solve(EIGHT, { seconds: 60 });
  const closed = assert.rejects(pending, { code: "closed" });
  taquin.close();
  await closed;
  assert.equal((await taquin.solve(FOURTEEN)).length, 14);
});

test("bad options and callbacks that throw reject their call alone", async () => {
  await assert.rejects(taquin.solve(GOAL, { onprogress() {} }), { code: "bad-request", message: /onprogress: a function/ });
  await assert.rejects(taquin.random("3x3", { seed: 5n }), { code: "bad-request" });
  const error = new Error("of the callback");
  await assert.rejects(taquin.solve(EIGHT, { seconds: 60, onProgress: () => { throw error; } }), error);
  const stop = new AbortController().signal;
  for (let i = 0; i < 30; i++) await taquin.solve(GOAL, { stop });
  assert.equal((await taquin.solve(FOURTEEN)).length, 14);
});

test("an idle Worker does not keep the process alive", () => {
  const output = (script) => {
    writeFileSync(join(folder, "script.js"), `import { solve, close } from "taquin"; const board = "8 1 3/4 0 2/7 6 5"; ${script}`);
    return execFileSync(process.execPath, ["script.js"], { cwd: folder, timeout: 20_000, encoding: "utf8" });
  };
  assert.equal(output("console.log((await solve(board)).length);"), "14\n");
  assert.equal(output("const quiet = () => {}; solve(board).catch(quiet); solve(board).catch(quiet); close(); console.log(1);"), "1\n");
  assert.equal(output("solve(board, { signal: AbortSignal.timeout(1) }).catch(({ name }) => console.log(name));"), "TimeoutError\n");
});

test("the types and the README’s examples fit", () => {
  const examples = [...readFileSync(here("../crates/taquin-wasm/js/README.md"), "utf8").matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.equal(examples.length, 2);
  writeFileSync(join(folder, "example.ts"), `${examples.join("\n").replace("await solve(board)", "(await solve(board)) as Solved")}
import { type Solved, info, random, trace, compare, analyze } from "taquin";
const [run] = await compare("8 1 3/4 0 2/7 6 5", { onRun: ({ generated }) => console.log(generated) });
const lengths: (number | null)[] = [run.length];
const { estimates } = await info([[1, 2], [3, 0]]);
const heuristic = estimates[0].heuristic;
await trace("8 1 3/4 0 2/7 6 5", { heuristic, signal: new AbortController().signal });
if (result.outcome === "stopped") console.log(result.reason_code, lengths, (await random("3x3")).seed);
const analysis = await analyze([[1, 2], [3, 0]], "", { metric: "multi" });
if (analysis.outcome === "analyzed") console.log(analysis.moves[0]?.better, analysis.optimum);
// @ts-expect-error
await info(5);
`);
  const tsc = here("node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false", "--lib", "es2022,dom", "example.ts"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
});
