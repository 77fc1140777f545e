// The state that all parts of the page share: the board, the goal, what is known of them, and the history. The address
// holds it too, so that a link shows the same.
//
// Events: 'board' {previous, move, cause}: the board before, the letters played or null, and one of 'slide', 'set',
// 'home', 'undo', 'redo' and 'playback'; 'goal'; 'info'; 'known'; 'problem'; 'view'.

import { debounce } from "./dom.js";
import { isAbort, post } from "./api.js";
import { estimatesOf } from "./names.js";
import { applyMoves, cellOf, fromHash, inOrder, MOST_SIDE, movesFor, OPPOSITE, reversed, same, toHash, toText } from "./puzzle.js";

export const NAMED_GOALS = ["blank-last", "blank-first", "ring", "snail"];
const FIRST = "#b=8.1.3_4.0.2_7.6.5";
const NO_BOARD = `The address holds no board that this page can show (2×2 to ${MOST_SIDE}×${MOST_SIDE}, each number once).`;
const NO_GOAL = "The address holds no goal for this board, so it has the usual one.";
const NOTHING = { lower: 0, moves: null, asked: false };

export class Store extends EventTarget {
  board;
  goal; // {name, board}; a name that is not one of NAMED_GOALS is that of the user's own
  info = null; // what /api/info says of the present board, or null while that is not known
  infoError = null; // why, if asking went wrong
  // Of the way home: `lower`, the moves it takes at least; `moves`, the best that are known, or null; `asked`, whether a
  // search has had its say.
  known = NOTHING;
  problem; // what is wrong with the address
  view; // the panel that is open: "solve", "think" or "compare"
  start; // the board that was set last
  made = 0; // how many moves the user has made since

  #past = [];
  #future = [];
  #found = new Map();
  #asking = null;
  #ask = debounce(() => this.#askInfo(), 120);
  #write = debounce(() => history.replaceState(null, "", this.hash()), 150);

  constructor() {
    super();
    Object.assign(this, fromAddress(FIRST), fromAddress(location.hash));
    this.start = this.board;
    addEventListener("hashchange", () => this.#follow());
    this.#ask(0);
  }

  /** The fields of a request about the present board: {board, goal}, as text. */
  request() {
    const { board, goal } = this;
    return { board: toText(board), goal: NAMED_GOALS.includes(goal.name) ? goal.name : toText(goal.board) };
  }

  get solved() {
    return same(this.board, this.goal.board);
  }

  /** Whether the solution that is known is a shortest one. */
  get proven() {
    return this.known.moves?.length === this.known.lower;
  }

  /** Shows another board. `record`: whether undo can come back from it; a playback is undone as a whole. */
  setBoard(board, { goal = this.goal, record = true, cause = "set", known = NOTHING } = {}) {
    const goesOn = cause === "playback" && this.#past.at(-1)?.cause === cause;
    this.#show({ board, goal, start: board, made: 0, known }, { cause, record: record && !goesOn });
  }

  /** Plays moves by their letters, or the tile of a cell with all between it and the blank, if that can be. */
  slide(cellOrMoves) {
    const { board, goal, start, made } = this;
    const move = typeof cellOrMoves === "number" ? movesFor(board, cellOrMoves) : cellOrMoves;
    if (!move || cellOf(board, move[0]) < 0) return;
    this.#show({ board: applyMoves(board, move), goal, start, made: made + move.length, known: NOTHING }, { cause: "slide", move, record: true });
  }

  /** How far undo and redo can go. */
  get history() {
    return { past: this.#past.length, future: this.#future.length };
  }

  undo() {
    this.#travel(this.#past, this.#future, "undo");
  }

  redo() {
    this.#travel(this.#future, this.#past, "redo");
  }

  /** Sets the goal, by name or as a board's text; fails with the server's reason if it is none. */
  async setGoal(goal, options) {
    const info = await post("/api/info", { board: toText(this.board), goal }, options);
    // Meanwhile tiles may have been slid.
    const { board } = this;
    if (board.rows === info.board.rows && board.cols === info.board.cols) this.setBoard(board, { goal: info.goal });
  }

  /** Shows a board that the server draws: of this size and for this goal, if the question has no other. */
  async draw(question, options) {
    const { rows, cols } = this.board;
    const { board, goal } = await post("/api/random", { size: `${rows}x${cols}`, goal: this.request().goal, ...question }, options);
    this.setBoard(board, { goal });
  }

  /** Keeps what /api/solve answers. What is returned is the same with the best that is known by now. */
  remember(answer) {
    if (answer.outcome === "unsolvable") return answer;
    const here = same(answer.board, this.board) && same(answer.goal.board, this.goal.board);
    const before = here ? this.known : this.found(answer.board, answer.goal);
    const known = better(before, { lower: answer.lower_bound, moves: answer.moves ?? null, asked: true });
    if (this.#found.size > 500) this.#found.clear();
    this.#found.set(key(answer.board, answer.goal), known);
    if (here) this.#learn(known);
    const { lower, moves } = known;
    const best = { ...answer, lower_bound: lower };
    return moves === null ? best : { ...best, outcome: "solved", moves, length: moves.length, shortest: moves.length === lower };
  }

  /** What searches have found of a board. */
  found(board, goal = this.goal) {
    return this.#found.get(key(board, goal)) ?? NOTHING;
  }

  setView(view) {
    this.view = view;
    this.#write();
    this.#tell("view");
  }

  /** The part of the address that holds all this. */
  hash() {
    const { goal, view } = this;
    const name = NAMED_GOALS.includes(goal.name) ? goal.name : toHash(goal.board);
    return `#b=${toHash(this.board)}${name === "blank-last" ? "" : `&g=${name}`}${view === "solve" ? "" : `&v=${view}`}`;
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #learn(known) {
    this.known = better(this.known, known);
    this.#tell("known");
  }

  #state() {
    const { board, goal, start, made, known } = this;
    return { board, goal, start, made, known };
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
    // Moves take along what was known before them.
    if (move) this.known = better(this.known, [...move].reduce(after, before.known));
    this.known = better(this.known, this.found(state.board));
    if (state.goal !== before.goal) this.#tell("goal");
    this.#tell("board", { previous: before.board, move, cause });
    this.#write();
    this.#ask(cause === "set" ? 0 : undefined);
  }

  async #askInfo() {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    const { board, goal } = this;
    try {
      const info = await post("/api/info", this.request(), { signal });
      if (board !== this.board) return;
      this.info = info;
      if (!same(info.goal.board, goal.board)) {
        this.goal = info.goal;
        this.known = this.found(board);
        this.#tell("goal");
      }
      this.#learn({ ...NOTHING, lower: Math.max(0, ...estimatesOf(info).map(({ estimate }) => estimate)) });
    } catch (error) {
      if (isAbort(error) || board !== this.board) return;
      // An address may ask for a goal that this board cannot have.
      if (error.code === "bad-goal" && goal.name !== "blank-last") {
        this.setBoard(board, { goal: { name: "blank-last", board: inOrder(board.rows, board.cols) }, record: false });
        return this.#complain(NO_GOAL);
      }
      this.infoError = error;
    }
    this.#tell("info");
  }

  #complain(problem) {
    this.problem = problem;
    this.#tell("problem");
  }

  // The board that is there stays, if the address has none.
  #follow() {
    const { board, goal, view, problem } = fromAddress(location.hash);
    this.#complain(problem);
    if (!board) return this.#write();
    if (view !== this.view) this.setView(view);
    const named = goal.name !== "own" && goal.name === this.goal.name;
    if (!same(board, this.board) || !(named || same(goal.board, this.goal.board))) this.setBoard(board, { goal });
  }
}

// What an address says: {board, goal, view, problem}, without the first two where it has no board that can be shown. The
// server tells a named goal's board; until then, that is the one in order.
function fromAddress(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const { b, g = "blank-last", v } = Object.fromEntries(fields);
  const [board, own, named] = [fromHash(b), fromHash(g), NAMED_GOALS.includes(g)];
  const view = ["think", "compare"].includes(v) ? v : "solve";
  if (!board) return { view, problem: [...fields.keys()].some((name) => name !== "v") ? NO_BOARD : "" };
  if (own?.rows === board.rows && own.cols === board.cols) return { board, goal: { name: "own", board: own }, view, problem: "" };
  const goal = { name: named ? g : "blank-last", board: inOrder(board.rows, board.cols) };
  return { board, goal, view, problem: named ? "" : NO_GOAL };
}

const key = (board, goal) => toText(board) + toText(goal.board);

// What is proven holds for both, and the shorter solution is the one to keep.
function better(a, b) {
  const [one, other] = [a, b].map(({ moves }) => moves?.length ?? Infinity);
  return { lower: Math.max(a.lower, b.lower), moves: one <= other ? a.moves : b.moves, asked: a.asked || b.asked };
}

// After a move, a way is shorter by it, or longer by the move back.
function after({ lower, moves, asked }, step) {
  const ahead = moves?.[0] === step;
  return { lower: Math.max(lower - 1, 0), moves: moves === null ? null : ahead ? moves.slice(1) : OPPOSITE[step] + moves, asked: ahead && asked };
}
