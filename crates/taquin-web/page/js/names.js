// Display names of algorithms, heuristics and metrics. `hint` is a tooltip, `more` a sentence.

import { count, plural, sentence } from "./dom.js";
import { lengthOf } from "./puzzle.js";

export const HEURISTICS = {
  "hamming": { name: "Hamming", hint: "Number of misplaced tiles", more: "Each misplaced tile counts 1." },
  "manhattan": {
    name: "Manhattan",
    hint: "Sum of the distances to the goal positions",
    more: "Each tile counts its distance to its goal position, in rows and columns.",
  },
  "linear-conflict": {
    name: "Linear conflict",
    hint: "Manhattan, plus 2 for each tile in the way",
    more: "Manhattan, plus 2 for each tile that must leave its line to let others pass.",
  },
  "walking-distance": {
    name: "Walking distance",
    hint: "Up to 2×6, 3×5 and 4×4",
    more: "Moves to bring all tiles into their rows, plus moves to bring them into their columns; not a sum over tiles.",
  },
};

export const ALGORITHMS = {
  "princeton": { name: "A* (Princeton)", hint: "As in the course: keeps duplicates and also searches the twin board" },
  "astar": { name: "A*", hint: "Detects duplicates with a hash table" },
  "ida": { name: "IDA*", hint: "Depth-first up to a rising cost bound; uses almost no memory" },
  "bidirectional": { name: "Bidirectional", hint: "Searches from both ends until they meet" },
  "greedy": { name: "Greedy", hint: "Uses h alone: fast, but solutions are long" },
  "bfs": { name: "Breadth-first", hint: "No heuristic: all boards at depth 1, then 2, …" },
  "dfs": { name: "Depth-first", hint: "One path as far as it goes: very long solutions" },
  "ids": { name: "Iterative deepening", hint: "Depth-first to depth 0, 1, 2, …; almost no memory" },
  "ucs": { name: "Uniform-cost", hint: "Smallest cost first; here the same as breadth-first" },
};

/** The searches without a heuristic. */
export const UNINFORMED = ["bfs", "dfs", "ids", "ucs"];

/** 12 → "12 moves", or "12 multi-tile moves" */
export const movesIn = (metric, n) => plural(n, metric === "multi" ? "multi-tile move" : "move");

/** The length of a solution in the other metric: "14 in the single-tile metric" */
export const inOtherMetric = (moves, metric) =>
  metric === "multi" ? `${count(moves.length)} in the single-tile metric` : `${count(lengthOf(moves, "multi"))} in the multi-tile metric`;

/** Names that are not listed here are derived from the server's. */
export const nameOf = (names, key) => names[key]?.name ?? sentence(key.replaceAll("-", " "));

/** The heuristic values of an /api/info response, without `largest`, the maximum of the others. */
export const estimatesOf = (info) => info?.estimates.filter(({ heuristic }) => heuristic !== "largest") ?? [];
