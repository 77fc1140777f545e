// The Worker: loads the WebAssembly module and answers requests one after another. It runs in browsers and in Node.js.
//
// In: {id, path, body, stop}. Out: {ready}, {failed}, then for each request {id, name, data} per event and last {id, result} or
// {id, error}. `stop` is an Int32Array on shared memory, whose first element is set to 1, or the URL of a blob, which is revoked: a
// page has no shared memory without special headers, but a revoked URL can't be read, and a Worker may read synchronously.

import init, { Engine } from "./taquin_wasm.js";

const MODULE = new URL("./taquin.wasm.bin", import.meta.url);
const isNode = typeof process === "object" && Boolean(process.versions?.node);

let current = null; // the request that is being answered
let send, engine;

const host = {
  now: () => performance.now(),
  isStopped: () => current?.stop !== undefined && isStopped(current.stop),
  event: (name, json) => send({ id: current.id, name, data: JSON.parse(json) }),
  randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0],
};

function isStopped(stop) {
  if (stop instanceof Int32Array) return Atomics.load(stop, 0) === 1;
  const request = new XMLHttpRequest();
  try {
    request.open("GET", stop, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}

// The module is stored compressed, so that it is small on every web server.
async function load() {
  const bytes = isNode ? (await import("node:fs/promises")).readFile(MODULE) : fetchBytes();
  const stream = new Blob([await bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  await init({ module_or_path: module });
  engine = new Engine(host);
}

async function fetchBytes() {
  const response = await fetch(MODULE);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.arrayBuffer();
}

function answer(request) {
  const { id, path, body } = (current = request);
  try {
    send({ id, result: JSON.parse(engine.request(path.split("/")[2], JSON.stringify(body))) });
  } catch (error) {
    // Errors of requests are thrown as JSON; anything else leaves the module in an unknown state.
    if (typeof error !== "string") throw error;
    send({ id, error: JSON.parse(error) });
  }
}

async function start(receive) {
  try {
    await load();
  } catch (error) {
    const code = typeof WebAssembly === "object" && typeof DecompressionStream === "function" ? "unreachable" : "unsupported";
    return send({ failed: code, message: String(error?.message ?? error) });
  }
  receive(answer);
  send({ ready: true });
}

if (isNode) {
  const { parentPort } = await import("node:worker_threads");
  send = (message) => parentPort.postMessage(message);
  start((listener) => parentPort.on("message", listener));
} else {
  send = (message) => postMessage(message);
  start((listener) => (onmessage = ({ data }) => listener(data)));
}
