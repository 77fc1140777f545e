// The functions of the module. Requests and responses are those of the HTTP API; openapi.json describes them.

import { Board } from "./board.js";
import { Engine } from "./engine.js";

const toText = (board) => (Array.isArray(board) ? new Board(board).toString() : board instanceof Board ? board.toString() : board);

/** Creates the functions for a kind of Worker. */
export function create(spawn) {
  const engine = new Engine(spawn);

  // Sends the fields of `options` that are not about the call itself.
  const send = async (path, { signal, stop, onEvent, ...fields }, more) => {
    if (fields.goal !== undefined) fields.goal = toText(fields.goal);
    return engine.request(path, { ...fields, ...more }, { signal, stop, onEvent });
  };

  const solve = (board, { onProgress, ...options } = {}) =>
    send("/api/solve", { ...options, onEvent: onProgress && ((name, data) => name !== "started" && onProgress({ event: name, ...data })) }, { board: toText(board) });

  const info = (board, options = {}) => send("/api/info", options, { board: toText(board) });

  const random = (size, options = {}) => send("/api/random", options, { size });

  const trace = (board, options = {}) => send("/api/trace", options, { board: toText(board) });

  const compare = async (board, { onRun, ...options } = {}) => {
    const runs = [];
    const onEvent = (name, data) => name === "run" && (runs.push(data), onRun?.(data));
    await send("/api/compare", { ...options, onEvent }, { board: toText(board) });
    return runs;
  };

  const analyze = (board, moves, options = {}) => send("/api/analyze", options, { board: toText(board), moves });

  return { solve, info, random, trace, compare, analyze, close: () => engine.close() };
}
