// The Worker: answers requests one after another. worker-browser.js and worker-node.js load the WebAssembly module and connect it.
//
// In: {id, path, body, stop}; the body is JSON. Out: {ready}, or {failed}, then for each request {id, name, data} per event and last
// {id, result} or {id, error}.

import init, { Engine } from "./taquin_wasm.js";

/**
 * Starts the Worker: `load()` returns the bytes of the module, which is stored compressed, `send(message)` sends, `receive(listener)`
 * receives, and `isStopped(stop)` tells whether a request is to stop.
 */
export async function start({ load, send, receive, isStopped }) {
  let current = null; // the request that is being answered
  const host = {
    now: () => performance.now(),
    isStopped: () => current !== null && isStopped(current.stop),
    event: (name, json) => send({ id: current.id, name, data: JSON.parse(json) }),
    randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0],
  };

  async function open() {
    const stream = new Blob([await load()]).stream().pipeThrough(new DecompressionStream("gzip"));
    await init({ module_or_path: await WebAssembly.compile(await new Response(stream).arrayBuffer()) });
    return new Engine(host);
  }

  try {
    const engine = await open();
    receive((request) => {
      current = request;
      try {
        send({ id: request.id, result: JSON.parse(engine.request(request.path, request.body)) });
      } catch (error) {
        // Errors of requests are thrown as JSON; anything else leaves the module in an unknown state.
        if (typeof error !== "string") throw error;
        send({ id: request.id, error: JSON.parse(error) });
      }
    });
    send({ ready: true });
  } catch {
    const isSupported = typeof WebAssembly === "object" && typeof DecompressionStream === "function";
    send({ failed: isSupported ? "unreachable" : "unsupported" });
  }
}
