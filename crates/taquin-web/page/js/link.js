// Links: the fragment of the URL holds board, goal, metric and view.

import { fromHash, inOrder, MAX_SIDE, toHash } from "./puzzle.js";

export const NAMED_GOALS = ["blank-last", "blank-first", "ring", "snail"];
export const VIEWS = ["solve", "think", "compare", "analyze"];
export const FIRST = "#b=8.1.3_4.0.2_7.6.5";
export const NO_GOAL = "The URL has no valid goal for this board, so the default goal is used.";
const NO_BOARD = `The URL has no valid board (2×2 to ${MAX_SIDE}×${MAX_SIDE}, each number once).`;

/** The fragment for {board, goal, metric, view}. */
export function toUrl({ board, goal, metric, view }) {
  const name = NAMED_GOALS.includes(goal.name) ? goal.name : toHash(goal.board);
  const fields = [name !== "blank-last" && `g=${name}`, metric !== "single" && `m=${metric}`, view !== "solve" && `v=${view}`];
  return [`#b=${toHash(board)}`, ...fields.filter(Boolean)].join("&");
}

/**
 * Parses a fragment into {board, goal, metric, view, problem}; without a valid board, the first two are missing, and the metric if
 * the fragment has none. Until the server sends the board of a named goal, the ordered board takes its place.
 */
export function fromUrl(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const { b, g = "blank-last", m, v } = Object.fromEntries(fields);
  const [board, own, named] = [fromHash(b), fromHash(g), NAMED_GOALS.includes(g)];
  const view = v === "analyse" ? "analyze" : v; // its earlier name
  const given = { view: VIEWS.includes(view) ? view : "solve", ...(["single", "multi"].includes(m) && { metric: m }) };
  if (!board) return { ...given, problem: [...fields.keys()].some((name) => !["m", "v"].includes(name)) ? NO_BOARD : "" };
  if (own?.rows === board.rows && own.cols === board.cols) return { ...given, board, goal: { name: "own", board: own }, problem: "" };
  const goal = { name: named ? g : "blank-last", board: inOrder(board.rows, board.cols) };
  return { ...given, board, goal, problem: named ? "" : NO_GOAL };
}

/** Parses a query, such as ?scramble=1_2_3/4_5_6/7_8_0, where underscores stand for spaces. The goal may follow as &goal=. */
export function fromSearch(search) {
  const { scramble, goal } = Object.fromEntries(new URLSearchParams(search));
  if (scramble === undefined) return {};
  const numbers = (text) => text.trim().replace(/\s*\/\s*/g, "/").replace(/[_\s]+/g, ".").replaceAll("/", "_");
  const given = goal === undefined || NAMED_GOALS.includes(goal) ? goal : numbers(goal);
  return fromUrl(`#b=${numbers(scramble)}${given === undefined ? "" : `&g=${given}`}`);
}
