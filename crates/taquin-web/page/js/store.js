// The state that all parts of the page share: the board, the goal, what the server says of them, and the history. The
// address holds it too, so that a link shows the same.
//
// Events: 'board' {previous, move, cause, way}: the board before, the letters played or null, one of 'slide', 'set',
// 'undo', 'redo' and 'playback', and see setBoard; 'goal'; 'info'; 'solution', with an answer of /api/solve; 'view'.

import { debounce } from "./dom.js";
import { isAbort, post } from "./api.js";
import { applyMoves, fromHash, inOrder, movesFor, same, slide, toHash, toText } from "./puzzle.js";

export const NAMED_GOALS = ["blank-last", "blank-first", "ring", "snail"];
const FIRST = "8.1.3_4.0.2_7.6.5";
const LONGEST_HISTORY = 5000;

const request = ({ board, goal }) => ({
  board: toText(board),
  goal: NAMED_GOALS.includes(goal.name) ? goal.name : toText(goal.board),
});

export class Store extends EventTarget {
  board;
  goal; // {name, board}; a name that is not one of NAMED_GOALS is that of the user's own
  info = null; // what /api/info says of the present board, or null while that is not known
  infoError = null; // why, if asking went wrong
  view; // the panel that is open: "solve", "think" or "compare"
  start; // the board that was set last
  made; // how many moves the user has made since

  #past = [];
  #future = [];
  #known = new Map();
  #asking = null;
  #ask = debounce(() => this.#askInfo(), 120);
  #write = debounce(() => history.replaceState(null, "", this.hash()), 150);

  constructor() {
    super();
    this.#read();
    addEventListener("hashchange", () => this.#follow());
    this.#ask(0);
  }

  /** The fields of a request about the present board: {board, goal}, as text. */
  request() {
    return request(this);
  }

  get solved() {
    return same(this.board, this.goal.board);
  }

  /**
   * Shows another board. `record`: whether undo can come back from it; a playback is undone as a whole. `way`: the rest
   * of a known solution, {moves, shortest, lower}.
   */
  setBoard(board, { goal = this.goal, record = true, cause = "set", way = null } = {}) {
    const goesOn = cause === "playback" && this.#past.at(-1)?.cause === cause;
    this.#show({ board, goal, start: board, made: 0 }, { cause, way, record: record && !goesOn });
  }

  /** Plays moves by their letters, or the tile of a cell with all between it and the blank. Answers whether it could. */
  slide(cellOrMoves) {
    const { board, goal, start, made } = this;
    const move = typeof cellOrMoves === "number" ? movesFor(board, cellOrMoves) : cellOrMoves;
    if (!move || !slide(board, move[0])) return false;
    this.#show({ board: applyMoves(board, move), goal, start, made: made + move.length }, { cause: "slide", move, record: true });
    return true;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#travel(this.#past, this.#future, "undo");
  }

  redo() {
    this.#travel(this.#future, this.#past, "redo");
  }

  /** Sets the goal, by name or as a board's text; fails with the server's reason if it is none. */
  async setGoal(goal) {
    const info = await post("/api/info", { board: toText(this.board), goal });
    // Meanwhile tiles may have been slid.
    const { board } = this;
    if (board.rows === info.board.rows && board.cols === info.board.cols) this.setBoard(board, { goal: info.goal });
  }

  /** Keeps an answer of /api/solve, for all who want to know how far a board is. */
  remember(answer) {
    if (answer.outcome !== "solved") return;
    if (this.#known.size > 500) this.#known.clear();
    this.#known.set(toText(answer.board) + toText(answer.goal.board), answer);
    this.#tell("solution", answer);
  }

  /** The answer that is known for a board to the present goal. */
  known(board) {
    return this.#known.get(toText(board) + toText(this.goal.board));
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

  #state() {
    const { board, goal, start, made } = this;
    return { board, goal, start, made };
  }

  #travel(from, to, cause) {
    const step = from.pop();
    if (!step) return;
    to.push({ state: this.#state(), cause: step.cause });
    this.#show(step.state, { cause });
  }

  #show(state, { cause, move = null, way = null, record = false }) {
    const before = this.#state();
    if (record) {
      this.#past.push({ state: before, cause });
      if (this.#past.length > LONGEST_HISTORY) this.#past.shift();
      this.#future = [];
    }
    Object.assign(this, state, { info: null, infoError: null });
    if (state.goal !== before.goal) this.#tell("goal");
    this.#tell("board", { previous: before.board, move, cause, way });
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
        this.#tell("goal");
      }
    } catch (error) {
      if (isAbort(error) || board !== this.board) return;
      // An address may ask for a goal that this board cannot have.
      if (error.code === "bad-goal" && goal.name !== "blank-last") {
        return this.setBoard(board, { goal: { name: "blank-last", board: inOrder(board.rows, board.cols) }, record: false });
      }
      this.infoError = error;
    }
    this.#tell("info");
  }

  #follow() {
    const before = { ...this.#state(), view: this.view };
    const asked = JSON.stringify(request(this));
    this.#read();
    const after = this.#state();
    if (before.view !== this.view) this.#tell("view");
    Object.assign(this, before, { view: this.view });
    if (asked !== JSON.stringify(request(after))) this.#show(after, { cause: "set", record: true });
  }

  // What the address says. The server tells a named goal's board; until then, that is the one in order.
  #read() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const board = fromHash(hash.get("b")) ?? fromHash(FIRST);
    const own = fromHash(hash.get("g"));
    const name = NAMED_GOALS.includes(hash.get("g")) ? hash.get("g") : "blank-last";
    const fits = own?.rows === board.rows && own.cols === board.cols;
    const goal = fits ? { name: "own", board: own } : { name, board: inOrder(board.rows, board.cols) };
    const view = ["think", "compare"].includes(hash.get("v")) ? hash.get("v") : "solve";
    Object.assign(this, { board, goal, view, start: board, made: 0 });
  }
}
