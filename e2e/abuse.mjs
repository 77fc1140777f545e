// A load test with mixed and hostile traffic, which prints a report:
//
//     node abuse.mjs [seconds] [path of taquin]
//
// The report has the latency of small boards. They compete with large boards, abandoned streams, slow and
// incomplete requests, oversized and invalid bodies, and clients that do not read. Every solution of a small board
// is replayed, and its length compared: with breadth-first search on 3x3, with the results of `taquin batch` on 4x4.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const seconds = Number(process.argv[2] ?? 60);
const binary = process.argv[3] ?? new URL("../target/release/taquin", import.meta.url).pathname;
// Without the user's pattern databases, so that results are comparable.
const cache = mkdtempSync(join(tmpdir(), "taquin-abuse-"));
const server = spawn(binary, ["serve", "--no-open", "--port", "0", "--cache", cache], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve) =>
  server.stdout.once("data", (text) => resolve(String(text).match(/http:\/\/([\d.]+):(\d+)/))),
);
const [, host, port] = address;
let end = 0;
const agent = new http.Agent({ keepAlive: true, maxSockets: 512 });

const seen = new Map();
const latencies = { "3x3": [], "4x4": [] };
const note = (kind, status) => seen.set(`${kind} ${status}`, (seen.get(`${kind} ${status}`) ?? 0) + 1);
const memory = () => Number(readFileSync(`/proc/${server.pid}/statm`, "utf8").split(" ")[1]) * 4096;

function shuffled(rows, cols) {
  // A random walk keeps the board solvable.
  const cells = Array.from({ length: rows * cols }, (_, i) => (i + 1) % (rows * cols));
  let blank = rows * cols - 1;
  for (let i = 0; i < 20 * rows * cols; i++) {
    const [dr, dc] = [[0, 1], [1, 0], [0, -1], [-1, 0]][Math.floor(4 * Math.random())];
    const [r, c] = [Math.floor(blank / cols) + dr, (blank % cols) + dc];
    if (r < 0 || c < 0 || r >= rows || c >= cols) continue;
    [cells[blank], cells[r * cols + c]] = [cells[r * cols + c], 0];
    blank = r * cols + c;
  }
  return Array.from({ length: rows }, (_, r) => cells.slice(r * cols, (r + 1) * cols).join(" ")).join("/");
}

const moveDeltas = { L: [0, 1], R: [0, -1], U: [1, 0], D: [-1, 0] };

/** Returns the text of a board after a letter of a solution, or undefined if the move is illegal. */
function slide(rows, letter) {
  const r = rows.findIndex((row) => row.includes(0));
  const c = rows[r].indexOf(0);
  const [dr, dc] = moveDeltas[letter];
  const tile = rows[r + dr]?.[c + dc];
  if (tile === undefined) return undefined;
  const next = rows.map((row) => [...row]);
  [next[r][c], next[r + dr][c + dc]] = [tile, 0];
  return next;
}
const read = (board) => board.split("/").map((row) => row.split(" ").map(Number));
const write = (rows) => rows.map((row) => row.join(" ")).join("/");

/** Returns the distances of all 3x3 boards from the goal, by breadth-first search. */
function distances3x3() {
  const goal = "1 2 3/4 5 6/7 8 0";
  const distances = new Map([[goal, 0]]);
  for (let level = [goal], depth = 1; level.length > 0; depth++) {
    const next = [];
    for (const board of level) {
      for (const letter of "LRUD") {
        const moved = slide(read(board), letter);
        const text = moved && write(moved);
        if (text && !distances.has(text)) {
          distances.set(text, depth);
          next.push(text);
        }
      }
    }
    level = next;
  }
  return distances;
}

/** Returns random 4x4 boards with the lengths of their shortest solutions. */
function lengths4x4(count) {
  const lines = execFileSync(binary, ["batch", "--random", "4x4", "--count", String(count)], { stdio: ["ignore", "pipe", "ignore"] });
  return new Map(String(lines).trim().split("\n").map((line) => line.split("\t")).map(([board, length]) => [board, Number(length)]));
}
const expected = { "3x3": distances3x3(), "4x4": lengths4x4(Math.min(10_000, 10 * seconds)) };
const boards4x4 = [...expected["4x4"].keys()];
const wrong = [];
const verified = { "3x3": 0, "4x4": 0 };

/** Replays a solution and compares its length. */
function verify(kind, board, answer) {
  const { moves, length, shortest } = JSON.parse(answer);
  let rows = read(board);
  for (const letter of moves) rows = rows && slide(rows, letter);
  const goal = kind === "3x3" ? "1 2 3/4 5 6/7 8 0" : "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
  const isRight = rows && write(rows) === goal && shortest && moves.length === length && length === expected[kind].get(board);
  if (isRight) verified[kind]++;
  else wrong.push(`${board}: ${answer}`);
}

/** Sends a request; disconnects after `leaveAfter` milliseconds if given. */
function send(kind, path, body, leaveAfter, onBody) {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const request = http.request({ host, port, path, method: "POST", headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => onBody && chunks.push(chunk));
      response.on("error", () => resolve());
      response.on("end", () => {
        note(kind, response.statusCode);
        if (onBody && response.statusCode === 200) onBody(String(Buffer.concat(chunks)));
        resolve(response.statusCode);
      });
    });
    request.on("error", (error) => {
      if (!leaveAfter) note(kind, error.code);
      resolve();
    });
    request.end(body);
    if (leaveAfter) setTimeout(() => { note(kind, "left"); request.destroy(); resolve(); }, leaveAfter);
  });
}

async function repeat(work) {
  while (Date.now() < end) await work();
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const small = (kind, board) => repeat(async () => {
  const start = performance.now();
  const text = board();
  const status = await send(kind, "/api/solve", JSON.stringify({ board: text }), undefined, (answer) => verify(kind, text, answer));
  if (status === 200) latencies[kind].push(performance.now() - start);
  await pause(2);
});
const huge = Array.from({ length: 4 }, () => shuffled(127, 127));
const pick = (all) => all[Math.floor(all.length * Math.random())];

/** Sends pieces of text slowly, then nothing. */
function drip(kind, pieces, every) {
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), host);
    let i = 0;
    const timer = setInterval(() => (i < pieces.length ? socket.write(pieces[i++]) : undefined), every);
    const done = () => { clearInterval(timer); note(kind, "dropped"); resolve(); };
    socket.on("close", done);
    socket.on("error", () => {});
    socket.resume();
    setTimeout(() => socket.destroy(), Math.max(0, end - Date.now()));
  });
}
const head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n";

/** Requests a stream without reading it. */
function neverRead() {
  return new Promise((resolve) => {
    const body = JSON.stringify({ board: shuffled(6, 6), seconds: 20 });
    const socket = net.connect(Number(port), host);
    socket.pause();
    socket.write(`POST /api/solve/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.on("error", () => {});
    setTimeout(() => { note("does not read", "left"); socket.destroy(); resolve(); }, 4000);
  });
}

// The boards above took some time to prepare.
end = Date.now() + 1000 * seconds;
const samples = [];
const sampler = setInterval(() => samples.push(memory()), 500);
let next4x4 = 0;
await Promise.all([
  ...Array.from({ length: 8 }, () => small("3x3", () => shuffled(3, 3))),
  ...Array.from({ length: 2 }, () => small("4x4", () => boards4x4[next4x4++ % boards4x4.length])),
  ...Array.from({ length: 3 }, () => repeat(() => send("127x127", "/api/solve", JSON.stringify({ board: pick(huge), seconds: 1 })))),
  ...Array.from({ length: 3 }, () => repeat(() => send("5x5 stream, abandoned", "/api/solve/stream", JSON.stringify({ board: shuffled(5, 5), seconds: 30 }), 50 + 2000 * Math.random()))),
  ...Array.from({ length: 2 }, () => repeat(() => send("compare, abandoned", "/api/compare", JSON.stringify({ board: shuffled(4, 4) }), 1500 * Math.random()))),
  repeat(() => send("compare 3x3", "/api/compare", JSON.stringify({ board: shuffled(3, 3), seconds: 0.5 }))),
  repeat(() => send("trace", "/api/trace", JSON.stringify({ board: shuffled(4, 4), steps: 2000 }))),
  repeat(() => send("random, 30 moves", "/api/random", JSON.stringify({ size: "4x4", moves: 30 }))),
  repeat(async () => { await send("too large", "/api/solve", "x".repeat(700_000)); await pause(50); }),
  repeat(async () => { await send("invalid", "/api/info", pick(["{", "[]", "null", '{"board":5}', '{"board":"1 2 3"}', "\u0000\uffff"])); await pause(5); }),
  ...Array.from({ length: 20 }, () => repeat(() => drip("slow head", [...head], 300))),
  ...Array.from({ length: 20 }, () => repeat(() => drip("slow body", [head, ..."{".repeat(100)], 400))),
  ...Array.from({ length: 4 }, () => repeat(neverRead)),
]);
clearInterval(sampler);
await pause(1500);

const metrics = await (await fetch(`http://${host}:${port}/metrics`)).text();
const running = [...metrics.matchAll(/taquin_searches_running\{lane="(\w+)"\} (\d+)/g)].map(([, lane, n]) => `${lane} ${n}`);
for (const [kind, count] of [...seen].sort()) console.log(`${kind.padEnd(26)} ${count}`);
for (const [kind, all] of Object.entries(latencies)) {
  const sorted = all.sort((a, b) => a - b);
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(1);
  console.log(`${kind}: ${sorted.length} responses, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, slowest ${percentile(1)} ms`);
}
const megabytes = (bytes) => Math.round(bytes / 1e6);
for (const [kind, count] of Object.entries(verified)) console.log(`${kind}: ${count} solutions verified`);
for (const answer of wrong.slice(0, 10)) console.log(`WRONG: ${answer}`);
const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const minutes = Array.from({ length: Math.floor(samples.length / 120) }, (_, i) => median(samples.slice(120 * i, 120 * (i + 1))));
console.log(`median memory in each minute: ${minutes.map(megabytes).join(", ")} MB`);
const thirds = [0, 1, 2].map((i) => Math.max(...samples.slice((i * samples.length) / 3, ((i + 1) * samples.length) / 3)));
console.log(`peak memory in each third: ${thirds.map(megabytes).join(", ")} MB; searches still running: ${running.join(", ")}`);
agent.destroy();
server.kill("SIGINT");
server.on("exit", (code) => { rmSync(cache, { recursive: true }); console.log(`the server exited with ${code}`); process.exit(wrong.length > 0 ? 1 : (code ?? 1)); });
