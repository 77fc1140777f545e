// Workers in Node.js. An idle one does not keep the process alive.

import { Worker } from "node:worker_threads";

/** See Engine. */
export function spawn(onMessage, onError) {
  const worker = new Worker(new URL("./worker-node.js", import.meta.url));
  worker.on("message", onMessage);
  worker.on("error", onError);
  worker.unref();
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate(), setBusy: (busy) => (busy ? worker.ref() : worker.unref()) };
}

spawn.stopper = () => {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  return { stop, trigger: () => Atomics.store(stop, 0, 1), release: () => {} };
};
