// Answers a page that shows this one in a frame. docs/embedding.md describes the messages.
//
// The address of the frame names the origin of that page (?origin=). Only messages of the parent window with
// this origin are answered, and only to it.

import { post } from "./backend.js";
import { toText } from "./puzzle.js";

export function mountEmbed(store) {
  const origin = originOf(new URLSearchParams(location.search).get("origin"));
  if (!origin || parent === window) return;
  const send = (message) => parent.postMessage({ taquin: 1, ...message }, origin);

  addEventListener("message", async ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || data?.taquin !== 1) return;
    const { id = null, type, board, goal, seconds, metric } = data;
    if (type === "get") return send({ id, type: "board", ...store.request() });
    if (type !== "solve") return send({ id, type: "error", code: "bad-request", message: "type: send 'solve' or 'get'" });
    try {
      const request = { ...(board === undefined ? store.request() : { board }), ...(goal !== undefined && { goal }) };
      send({ id, type: "solution", ...(await post("/api/solve", { ...request, ...(seconds !== undefined && { seconds }), ...(metric !== undefined && { metric }) })) });
    } catch ({ code = "unknown", message }) {
      send({ id, type: "error", code, message });
    }
  });

  store.addEventListener("board", () => send({ id: null, type: "board", board: toText(store.board), solved: store.solved }));
  send({ id: null, type: "ready", ...store.request() });
}

// The origin of a web address; null for anything else.
function originOf(text) {
  try {
    const { protocol, origin } = new URL(text);
    return /^https?:$/.test(protocol) ? origin : null;
  } catch {
    return null;
  }
}
