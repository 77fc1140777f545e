// The Worker in a browser. `stop` is the URL of a blob: a page has no shared memory without special headers, but a revoked URL can't
// be read, and a Worker may read synchronously.

import { start } from "./worker.js";

async function load() {
  const response = await fetch(new URL("./taquin.wasm.bin", import.meta.url));
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.arrayBuffer();
}

function isStopped(stop) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", stop, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}

start({ load, isStopped, send: (message) => postMessage(message), receive: (listener) => (onmessage = ({ data }) => listener(data)) });
