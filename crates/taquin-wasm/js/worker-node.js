// The Worker in Node.js. `stop` is an array on shared memory, whose element becomes 1.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { start } from "./worker.js";

start({
  load: () => readFile(new URL("./taquin.wasm.bin", import.meta.url)),
  isStopped: (stop) => Atomics.load(stop, 0) === 1,
  send: (message) => parentPort.postMessage(message),
  receive: (listener) => parentPort.on("message", listener),
});
