// The server's API: JSON in, JSON or Server-Sent Events out.

/** An error with the server's code and its own words. `status` is 0 where no answer came. */
class ApiError extends Error {
  constructor(code, message, status = 0, retryAfter = 0) {
    super(message);
    Object.assign(this, { code, status, retryAfter });
  }
}

/** Whether this is only our own wish to stop. */
export const isAbort = (error) => error?.name === "AbortError";

/** One question, one answer. Options: `signal`; `onBusy(seconds)`, called if the server is busy and will be asked once more. */
export const post = async (path, body, options = {}) => (await ask(path, body, options)).json();

/** One question, an answer in events. The option `onEvent(name, data)` gets each, and the promise is that of `done`. */
export async function stream(path, body, options = {}) {
  const response = await ask(path, body, options);
  for await (const [name, data] of events(response.body)) {
    if (name === "error") throw new ApiError(data.code, data.message, response.status);
    options.onEvent?.(name, data);
    if (name === "done") return data;
  }
  throw cutOff();
}

/** Tells the server to end a search; what it has found comes through the search's stream. */
export const stopSearch = (id) => fetch(`/api/searches/${id}`, { method: "DELETE" });

async function ask(path, body, { signal, onBusy }) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  for (let again = true; ; again = false) {
    const response = await fetch(path, request).catch((error) => {
      throw isAbort(error) ? error : new ApiError("unreachable", "The server cannot be reached. Is taquin still running?");
    });
    if (response.ok) return response;
    const error = await failure(response);
    if (error.code !== "busy" || !again) throw error;
    onBusy?.(error.retryAfter);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, error.retryAfter * 1000);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}

async function failure(response) {
  const { code = "unknown", message = `The server answered ${response.status}.` } = (await response.json().catch(() => ({}))).error ?? {};
  const retryAfter = Math.min(Math.max(Number(response.headers.get("Retry-After")), 1), 30);
  return new ApiError(code, message, response.status, retryAfter);
}

const cutOff = () => new ApiError("cut-off", "The connection ended before the answer was there.");

// The events of a stream: blocks of lines, each ended by an empty one.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ; ) {
      const { value, done } = await reader.read().catch((error) => {
        throw isAbort(error) ? error : cutOff();
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
