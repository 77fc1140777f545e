// The backend: the server's API, JSON in, JSON or Server-Sent Events out. The site without a server has another backend.js
// (in crates/taquin-wasm/site), with the same exports.

/** An error with the server's code and message. `status` is 0 without a response. */
class ApiError extends Error {
  constructor(code, message, status = 0, retryAfter = 0) {
    super(message);
    Object.assign(this, { code, status, retryAfter });
  }
}

/** The message for a part of the page that cannot be loaded. */
export const UNREACHABLE = "The server cannot be reached. Is taquin still running?";

export const isAbort = (error) => error?.name === "AbortError";

/** Posts JSON, returns JSON. Options: `signal`; `onBusy(seconds)`, called before the one retry if the server is busy. */
export const post = async (path, body, options = {}) => (await request(path, body, options)).json();

/** Posts JSON, calls the option `onEvent(name, data)` for each event, and returns the data of `done`. */
export async function stream(path, body, options = {}) {
  const response = await request(path, body, options);
  for await (const [name, data] of events(response.body)) {
    if (name === "error") throw new ApiError(data.code, data.message, response.status);
    options.onEvent?.(name, data);
    if (name === "done") return data;
  }
  throw disconnected();
}

/** Cancels a search; its stream ends with the best result. */
export const stopSearch = (id) => fetch(`/api/searches/${id}`, { method: "DELETE" });

async function request(path, body, { signal, onBusy }) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  for (let retry = true; ; retry = false) {
    const response = await fetch(path, init).catch((error) => {
      throw isAbort(error) ? error : new ApiError("unreachable", UNREACHABLE);
    });
    if (response.ok) return response;
    const error = await failure(response);
    if (error.code !== "busy" || !retry) throw error;
    onBusy?.(error.retryAfter);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, error.retryAfter * 1000);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}

async function failure(response) {
  const { code = "unknown", message = `The server returned status ${response.status}.` } = (await response.json().catch(() => ({}))).error ?? {};
  const retryAfter = Math.min(Math.max(Number(response.headers.get("Retry-After")), 1), 30);
  return new ApiError(code, message, response.status, retryAfter);
}

const disconnected = () => new ApiError("disconnected", "The connection was closed before the result arrived.");

// Parses Server-Sent Events.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ; ) {
      const { value, done } = await reader.read().catch((error) => {
        throw isAbort(error) ? error : disconnected();
      });
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const name = /^event: ?(.*)$/m.exec(block)?.[1] ?? "message";
        const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join("\n");
        if (data) yield [name, JSON.parse(data)];
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
