// The knowledge of a board in a metric: `lower`, a proven lower bound; `moves`, the best known solution or null; `searched`, true
// if a search has finished.

import { estimatesOf } from "./names.js";
import { lengthOf, OPPOSITE } from "./puzzle.js";

export const UNKNOWN = { lower: 0, moves: null, searched: false };

/** Combines two results for the same board. */
export function merge(a, b, metric) {
  const [one, other] = [a, b].map(({ moves }) => (moves === null ? Infinity : lengthOf(moves, metric)));
  return { lower: Math.max(a.lower, b.lower), moves: one <= other ? a.moves : b.moves, searched: a.searched || b.searched };
}

/** The lower bound of the heuristics in an /api/info response. */
export function boundOf(info, metric) {
  const single = Math.max(0, ...estimatesOf(info).map(({ estimate }) => estimate));
  if (metric === "single" || !info) return { ...UNKNOWN, lower: single };
  // A move slides at most all other tiles of a line.
  return { ...UNKNOWN, lower: Math.ceil(single / (Math.max(info.board.rows, info.board.cols) - 1)) };
}

/** The result for the board after moves. */
export function afterMoves({ lower, moves, searched }, played, metric) {
  let [rest, ahead] = [moves, moves !== null];
  for (const step of played) {
    ahead &&= rest[0] === step;
    if (rest !== null) rest = rest[0] === step ? rest.slice(1) : OPPOSITE[step] + rest;
  }
  // In the middle of a multi-tile move, the rest of the solution may not be the shortest.
  const whole = metric === "single" || rest?.[0] !== played.at(-1);
  return { lower: Math.max(lower - lengthOf(played, metric), 0), moves: rest, searched: ahead && whole && searched };
}
