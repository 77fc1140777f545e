// The shared state of the page: board, goal, known bounds and solution, undo history. The URL holds board,
// goal and view.
//
// Events: 'board' {previous, move, cause}, where move is the letters played or null and cause is 'slide',
// 'set', 'home', 'undo', 'redo' or 'playback'; 'goal'; 'info'; 'known'; 'help'; 'problem'; 'view'.

import { debounce, throttle } from "./dom.js";
import { isAbort, post } from "./backend.js";
import { estimatesOf } from "./names.js";
import { applyMoves, cellOf, fromHash, inOrder, MAX_SIDE, movesFor, OPPOSITE, reversed, runs, same, toHash, toText } from "./puzzle.js";

export const NAMED_GOALS = ["blank-last", "blank-first", "ring", "snail"];
const FIRST = "#b=8.1.3_4.0.2_7.6.5";
const NO_BOARD = `The URL has no valid board (2×2 to ${MAX_SIDE}×${MAX_SIDE}, each number once).`;
const NO_GOAL = "The URL has no valid goal for this board, so the default goal is used.";
const UNKNOWN = { lower: 0, moves: null, searched: false };

export class Store extends EventTarget {
  board;
  goal; // {name, board}; other names than NAMED_GOALS mean a custom goal
  info = null; // the /api/info response for this board
  infoError = null;
  // `lower`: proven lower bound; `moves`: best known solution or null; `searched`: a search has finished.
  known = UNKNOWN;
  problem; // with the URL
  view; // "solve", "think" or "compare"
  start; // the board that was set last
  made = 0; // moves made since
  lines = 0; // the same in the multi-tile metric: runs of moves in one direction
  last = ""; // the last of them
  shuffled = false; // true if that board is random, without a given distance

  #past = [];
  #future = [];
  #found = new Map();
  #pending = null;
  #fetchLater = debounce(() => this.#fetchInfo(), 120);
  #write = throttle(() => history.replaceState(null, "", this.hash()), 150);

  constructor() {
    super();
    const linked = fromUrl(location.hash);
    Object.assign(this, fromUrl(FIRST), linked.board ? linked : { ...linked, ...fromSearch(location.search) });
    this.start = this.board;
    addEventListener("hashchange", () => this.#follow());
    this.#fetchLater(0);
  }

  /** The fields {board, goal} of a request. */
  request() {
    const { board, goal } = this;
    return { board: toText(board), goal: NAMED_GOALS.includes(goal.name) ? goal.name : toText(goal.board) };
  }

  get solved() {
    return same(this.board, this.goal.board);
  }

  /** True if the known solution is proven shortest. */
  get proven() {
    return this.known.moves?.length === this.known.lower;
  }

  /** Sets the board. `record` adds an undo step; a whole playback is one step. */
  setBoard(board, { goal = this.goal, record = true, cause = "set", known = UNKNOWN, shuffled = false } = {}) {
    const continues = cause === "playback" && this.#past.at(-1)?.cause === cause;
    this.#show({ board, goal, start: board, made: 0, lines: 0, last: "", shuffled, known }, { cause, record: record && !continues });
  }

  /** Plays moves, or slides the tile of a cell and all tiles between it and the blank. */
  slide(cellOrMoves) {
    const { board, goal, start, made, lines, last, shuffled } = this;
    const move = typeof cellOrMoves === "number" ? movesFor(board, cellOrMoves) : cellOrMoves;
    if (!move || cellOf(board, move[0]) < 0) return;
    const counts = { made: made + move.length, lines: lines + runs(last + move) - runs(last), last: move.at(-1) };
    this.#show({ board: applyMoves(board, move), goal, start, ...counts, shuffled, known: UNKNOWN }, { cause: "slide", move, record: true });
  }

  /** The number of undo and redo steps. */
  get history() {
    return { past: this.#past.length, future: this.#future.length };
  }

  undo() {
    this.#travel(this.#past, this.#future, "undo");
  }

  redo() {
    this.#travel(this.#future, this.#past, "redo");
  }

  /** Sets the goal, by name or as a board. Throws the server's error if it is invalid. */
  async setGoal(goal, options) {
    const info = await post("/api/info", { board: toText(this.board), goal }, options);
    // The board may have changed meanwhile.
    const { board } = this;
    if (board.rows === info.board.rows && board.cols === info.board.cols) this.setBoard(board, { goal: info.goal });
  }

  /** Shows a random board. `fields` may override size and goal. */
  async shuffle(fields, options) {
    const { rows, cols } = this.board;
    const { board, goal } = await post("/api/random", { size: `${rows}x${cols}`, goal: this.request().goal, ...fields }, options);
    this.setBoard(board, { goal, shuffled: fields?.moves === undefined });
  }

  /** Stores a response of /api/solve. Returns it with the best known bounds and solution. */
  remember(response) {
    if (response.outcome === "unsolvable") return response;
    const here = same(response.board, this.board) && same(response.goal.board, this.goal.board);
    const before = here ? this.known : this.found(response.board, response.goal);
    const known = merge(before, { lower: response.lower_bound, moves: response.moves ?? null, searched: true });
    if (this.#found.size > 500) this.#found.clear();
    this.#found.set(key(response.board, response.goal), known);
    if (here) this.#update(known);
    const { lower, moves } = known;
    const best = { ...response, lower_bound: lower };
    return moves === null ? best : { ...best, outcome: "solved", moves, length: moves.length, shortest: moves.length === lower };
  }

  /** Tells that the user has seen a hint or a solution. */
  helped() {
    this.#emit("help");
  }

  /** The results of earlier searches. */
  found(board, goal = this.goal) {
    return this.#found.get(key(board, goal)) ?? UNKNOWN;
  }

  setView(view) {
    this.view = view;
    this.#write();
    this.#emit("view");
  }

  /** The fragment of the URL. */
  hash() {
    const { goal, view } = this;
    const name = NAMED_GOALS.includes(goal.name) ? goal.name : toHash(goal.board);
    return `#b=${toHash(this.board)}${name === "blank-last" ? "" : `&g=${name}`}${view === "solve" ? "" : `&v=${view}`}`;
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #update(known) {
    this.known = merge(this.known, known);
    this.#emit("known");
  }

  #state() {
    const { board, goal, start, made, lines, last, shuffled, known } = this;
    return { board, goal, start, made, lines, last, shuffled, known };
  }

  #travel(from, to, cause) {
    const step = from.pop();
    if (!step) return;
    to.push({ ...step, state: this.#state() });
    this.#show(step.state, { cause, move: step.move && (cause === "undo" ? reversed(step.move) : step.move) });
  }

  #show(state, { cause, move = null, record = false }) {
    const before = this.#state();
    if (record) {
      this.#past.push({ state: before, cause, move });
      this.#future = [];
    }
    Object.assign(this, state, { info: null, infoError: null });
    // Derives bounds and solution from those of the previous board.
    if (move) this.known = merge(this.known, [...move].reduce(afterMove, before.known));
    this.known = merge(this.known, this.found(state.board));
    if (state.goal !== before.goal) this.#emit("goal");
    this.#emit("board", { previous: before.board, move, cause });
    this.#write();
    this.#fetchLater(cause === "set" ? 0 : undefined);
  }

  async #fetchInfo() {
    this.#pending?.abort();
    const { signal } = (this.#pending = new AbortController());
    const { board, goal } = this;
    try {
      const info = await post("/api/info", this.request(), { signal });
      if (board !== this.board) return;
      this.info = info;
      if (!same(info.goal.board, goal.board)) {
        this.goal = info.goal;
        this.known = this.found(board);
        this.#emit("goal");
      }
      this.#update({ ...UNKNOWN, lower: Math.max(0, ...estimatesOf(info).map(({ estimate }) => estimate)) });
    } catch (error) {
      if (isAbort(error) || board !== this.board) return;
      // The goal of a URL may not fit the board.
      if (error.code === "bad-goal" && goal.name !== "blank-last") {
        this.setBoard(board, { goal: { name: "blank-last", board: inOrder(board.rows, board.cols) }, record: false });
        return this.#report(NO_GOAL);
      }
      this.infoError = error;
    }
    this.#emit("info");
  }

  #report(problem) {
    this.problem = problem;
    this.#emit("problem");
  }

  // Keeps the board if the URL has none.
  #follow() {
    const { board, goal, view, problem } = fromUrl(location.hash);
    this.#report(problem);
    if (!board) return this.#write();
    if (view !== this.view) {
      this.view = view;
      this.#emit("view");
    }
    const named = goal.name !== "own" && goal.name === this.goal.name;
    if (!same(board, this.board) || !(named || same(goal.board, this.goal.board))) this.setBoard(board, { goal });
  }
}

// Parses a URL fragment into {board, goal, view, problem}; without a valid board, the first two are missing.
// Until the server sends the board of a named goal, the ordered board takes its place.
function fromUrl(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const { b, g = "blank-last", v } = Object.fromEntries(fields);
  const [board, own, named] = [fromHash(b), fromHash(g), NAMED_GOALS.includes(g)];
  const view = ["think", "compare"].includes(v) ? v : "solve";
  if (!board) return { view, problem: [...fields.keys()].some((name) => name !== "v") ? NO_BOARD : "" };
  if (own?.rows === board.rows && own.cols === board.cols) return { board, goal: { name: "own", board: own }, view, problem: "" };
  const goal = { name: named ? g : "blank-last", board: inOrder(board.rows, board.cols) };
  return { board, goal, view, problem: named ? "" : NO_GOAL };
}

// Parses the query of a URL, such as ?scramble=1_2_3/4_5_6/7_8_0, where underscores stand for spaces. The goal may follow as &goal=.
function fromSearch(search) {
  const { scramble, goal } = Object.fromEntries(new URLSearchParams(search));
  if (scramble === undefined) return {};
  const numbers = (text) => text.trim().replace(/\s*\/\s*/g, "/").replace(/[_\s]+/g, ".").replaceAll("/", "_");
  const given = goal === undefined || NAMED_GOALS.includes(goal) ? goal : numbers(goal);
  return fromUrl(`#b=${numbers(scramble)}${given === undefined ? "" : `&g=${given}`}`);
}

const key = (board, goal) => toText(board) + toText(goal.board);

// Combines two results for the same board.
function merge(a, b) {
  const [one, other] = [a, b].map(({ moves }) => moves?.length ?? Infinity);
  return { lower: Math.max(a.lower, b.lower), moves: one <= other ? a.moves : b.moves, searched: a.searched || b.searched };
}

// The result for the board after a move.
function afterMove({ lower, moves, searched }, step) {
  const ahead = moves?.[0] === step;
  return { lower: Math.max(lower - 1, 0), moves: moves === null ? null : ahead ? moves.slice(1) : OPPOSITE[step] + moves, searched: ahead && searched };
}
