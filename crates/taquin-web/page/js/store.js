// The shared state of the page: board, goal, metric, known bounds and solution, undo history. link.js has the URL,
// known.js the bounds.
//
// Events: 'board' {previous, move, cause}, where move is the letters played or null and cause is 'slide',
// 'set', 'home', 'undo', 'redo', 'playback' or 'review'; 'goal'; 'metric'; 'info'; 'known'; 'help'; 'problem'; 'view'; 'analyze'.

import { debounce, throttle } from "./dom.js";
import { isAbort, post } from "./backend.js";
import { afterMoves, boundOf, merge, UNKNOWN } from "./known.js";
import { FIRST, fromSearch, fromUrl, NAMED_GOALS, NO_GOAL, toUrl } from "./link.js";
import { applyMoves, cellOf, inOrder, lengthOf, movesFor, reversed, same, toText } from "./puzzle.js";

const STEPPING = ["playback", "review"]; // causes of which a series is one undo step

export class Store extends EventTarget {
  board;
  goal; // {name, board}; other names than NAMED_GOALS mean a custom goal
  metric = storedMetric(); // "single" or "multi"
  info = null; // the /api/info response for this board
  infoError = null;
  known = UNKNOWN; // in the metric
  problem; // with the URL
  view; // "solve", "analyze", "think" or "compare"
  start; // the board that was set last
  played = ""; // the moves made since
  game = null; // to analyze: {start, goal, played}
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
    const { metric = this.metric, ...rest } = linked.board ? linked : { ...linked, ...fromSearch(location.search) };
    Object.assign(this, fromUrl(FIRST), rest, { metric });
    this.start = this.board;
    addEventListener("hashchange", () => this.#follow());
    this.#fetchLater(0);
  }

  /** The fields {board, goal} of a request. */
  request() {
    const { board, goal } = this;
    return { board: toText(board), goal: NAMED_GOALS.includes(goal.name) ? goal.name : toText(goal.board) };
  }

  /** The same for a solution in the metric. */
  solveRequest() {
    return { ...this.request(), metric: this.metric };
  }

  /** The number of moves in the metric. */
  count(moves) {
    return lengthOf(moves, this.metric);
  }

  get solved() {
    return same(this.board, this.goal.board);
  }

  /** True if the known solution is proven shortest. */
  get proven() {
    return this.known.moves !== null && this.count(this.known.moves) === this.known.lower;
  }

  /** Sets the board. `record` adds an undo step; a whole playback or review is one step. */
  setBoard(board, { goal = this.goal, record = true, cause = "set", known = UNKNOWN, shuffled = false } = {}) {
    const continues = STEPPING.includes(cause) && this.#past.at(-1)?.cause === cause;
    this.#show({ board, goal, start: board, played: "", shuffled, known }, { cause, record: record && !continues });
  }

  /** Plays moves, or slides the tile of a cell and all tiles between it and the blank. */
  slide(cellOrMoves) {
    const { board, goal, start, played, shuffled } = this;
    const move = typeof cellOrMoves === "number" ? movesFor(board, cellOrMoves) : cellOrMoves;
    if (!move || cellOf(board, move[0]) < 0) return;
    const state = { board: applyMoves(board, move), goal, start, played: played + move, shuffled, known: UNKNOWN };
    this.#show(state, { cause: "slide", move, record: true });
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

  /** Sets the metric: "single" or "multi". */
  setMetric(metric) {
    keepMetric(metric);
    this.#count(metric);
    this.#write();
  }

  #count(metric) {
    if (metric === this.metric) return;
    this.metric = metric;
    // Bounds and solutions of one metric are wrong in the other.
    for (const { state } of [...this.#past, ...this.#future]) state.known = UNKNOWN;
    this.known = merge(this.found(this.board), boundOf(this.info, metric), metric);
    this.#emit("metric");
    this.#emit("known");
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
    const { board, goal, metric = "single", lower_bound: bound, moves: found = null } = response;
    const here = same(board, this.board) && same(goal.board, this.goal.board) && metric === this.metric;
    const before = here ? this.known : this.found(board, goal, metric);
    const known = merge(before, { lower: bound, moves: found, searched: true }, metric);
    if (this.#found.size > 500) this.#found.clear();
    this.#found.set(key(board, goal, metric), known);
    if (here) this.#update(known);
    const { lower, moves } = known;
    const best = { ...response, lower_bound: lower };
    if (moves === null) return best;
    const length = lengthOf(moves, metric);
    return { ...best, outcome: "solved", moves, length, shortest: length === lower };
  }

  /** Tells that the user has seen a hint or a solution. */
  helped() {
    this.#emit("help");
  }

  /** The results of earlier searches. */
  found(board, goal = this.goal, metric = this.metric) {
    return this.#found.get(key(board, goal, metric)) ?? UNKNOWN;
  }

  /** Opens the analysis of the game: the moves since the board was set. */
  analyze() {
    const { start, goal, played } = this;
    this.game = { start, goal, played };
    this.setView("analyze");
    this.#emit("analyze");
  }

  setView(view) {
    this.view = view;
    this.#write();
    this.#emit("view");
  }

  /** The fragment of the URL. */
  hash() {
    return toUrl(this);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #update(known) {
    this.known = merge(this.known, known, this.metric);
    this.#emit("known");
  }

  #state() {
    const { board, goal, start, played, shuffled, known } = this;
    return { board, goal, start, played, shuffled, known };
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
    if (move) this.known = merge(this.known, afterMoves(before.known, move, this.metric), this.metric);
    this.known = merge(this.known, this.found(state.board), this.metric);
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
      this.#update(boundOf(info, this.metric));
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
    const { board, goal, view, problem, metric = this.metric } = fromUrl(location.hash);
    this.#report(problem);
    if (!board) return this.#write();
    if (view !== this.view) {
      this.view = view;
      this.#emit("view");
    }
    this.#count(metric);
    const named = goal.name !== "own" && goal.name === this.goal.name;
    if (!same(board, this.board) || !(named || same(goal.board, this.goal.board))) this.setBoard(board, { goal });
  }
}

const key = (board, goal, metric) => toText(board) + toText(goal.board) + metric;

// Storage may be disabled.
function storedMetric() {
  try {
    return localStorage.metric === "multi" ? "multi" : "single";
  } catch {
    return "single";
  }
}

function keepMetric(metric) {
  try {
    localStorage.metric = metric;
  } catch {}
}
