// The backend without a server: requests go to a Worker. Others are started only for requests that come while it is busy with a
// search.

import { Engine } from "./engine/engine.js";
import { spawn } from "./engine/spawn-browser.js";
import { mountOffline } from "./offline.js";

const MAX_ENGINES = 4; // one of them is for short requests only
const engines = [];
const searches = new Map(); // the controllers that stop streams, by id
let ids = 0;

// An idle engine, or the one with the fewest requests.
function pick(max) {
  const some = engines.slice(0, max);
  const idle = some.find((engine) => !engine.load);
  if (idle || some.length === max) return idle ?? some.reduce((a, b) => (b.load < a.load ? b : a));
  return engines[engines.push(new Engine(spawn)) - 1];
}

export const isAbort = (error) => error?.name === "AbortError";

/** The message for a part of the page that cannot be loaded. */
export const UNREACHABLE = "This part of the page could not be loaded. Check the connection, then try again.";

/** Posts JSON, returns JSON. Options: `signal`. */
export const post = (path, body, { signal } = {}) => pick(MAX_ENGINES).request(path, body, { signal });

/** Posts JSON, calls the option `onEvent(name, data)` for each event, and returns the result. */
export async function stream(path, body, { signal, onEvent } = {}) {
  const id = String(++ids);
  const stop = new AbortController();
  searches.set(id, stop);
  try {
    const listen = (name, data) => onEvent?.(name, name === "started" ? { ...data, id } : data);
    const result = await pick(MAX_ENGINES - 1).request(path, body, { signal, stop: stop.signal, onEvent: listen });
    onEvent?.("done", result);
    return result;
  } finally {
    searches.delete(id);
  }
}

/** Cancels a search; its stream ends with the best result. */
export const stopSearch = async (id) => searches.get(id)?.abort();

mountOffline();
