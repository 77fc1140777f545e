// What algorithms and heuristics are called, and what is said of them: `hint` in few words, `more` in a sentence.

import { sentence } from "./dom.js";

export const HEURISTICS = {
  "hamming": { name: "Hamming", hint: "Tiles out of place", more: "Each tile that is not in its place counts 1." },
  "manhattan": {
    name: "Manhattan",
    hint: "How far tiles are from their places",
    more: "Each tile counts its way to its place, in rows and columns.",
  },
  "linear-conflict": {
    name: "Linear conflict",
    hint: "Manhattan, and 2 for each tile in the way",
    more: "Manhattan, and 2 for each tile that must leave its line to let others pass.",
  },
  "walking-distance": {
    name: "Walking distance",
    hint: "Up to 2×6, 3×5 and 4×4",
    more: "Moves to bring all tiles to their rows, and to their columns: no sum over tiles.",
  },
};

export const ALGORITHMS = {
  "princeton": { name: "A*, Princeton’s", hint: "As the course has it: keeps duplicates, and searches the twin along" },
  "astar": { name: "A*", hint: "Finds duplicates in a hash table" },
  "ida": { name: "IDA*", hint: "Goes deep first, up to a threshold that rises, and keeps almost nothing" },
  "bidirectional": { name: "Bidirectional", hint: "From both ends, until they meet" },
  "greedy": { name: "Greedy", hint: "Goes by h alone: quick, with long solutions" },
  "uniform": { name: "Uniform cost", hint: "Without an estimate" },
};

/** Those that are not known here have the server's name. */
export const nameOf = (names, key) => names[key]?.name ?? sentence(key.replaceAll("-", " "));

/** The estimates of an answer of /api/info, but for the one that is only the largest of the others. */
export const estimatesOf = (info) => info?.estimates.filter(({ heuristic }) => heuristic !== "largest") ?? [];
