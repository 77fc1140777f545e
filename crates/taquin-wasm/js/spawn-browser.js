// Workers in a browser.

/** See Engine. */
export function spawn(onMessage, onError) {
  const worker = new Worker(new URL("./worker-browser.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = onError;
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate(), setBusy: () => {} };
}

spawn.stopper = () => {
  const stop = URL.createObjectURL(new Blob());
  const trigger = () => URL.revokeObjectURL(stop);
  return { stop, trigger, release: trigger };
};
