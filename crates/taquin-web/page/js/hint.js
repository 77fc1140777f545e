// Hints: how many moves are left and which is next, kept up to date while the user plays. A known solution is followed
// for as long as the board is on it; off it, the server is asked, and the newest question wins.

import { count, debounce, on, parts } from "./dom.js";
import { isAbort, post } from "./api.js";
import { cellOf, legalMoves, OPPOSITE, same, slide, tileOf, WORD } from "./puzzle.js";

const UNSOLVABLE = "None: this board can’t be solved";

export function mountHint(root, store, view) {
  const { hintToggle: toggle, hint: text, hintPlay: play } = parts(root);
  // The way home that is known: {board, moves, shortest, lower, asked}. `lower` is what is proven of the fewest, `asked`
  // whether the server has had its say.
  let way = null;
  let asking = null;
  const ask = debounce(question, 50);
  const onWay = () => way && same(way.board, store.board);

  on(toggle, "change", update);
  on(play, "click", playHint);
  on(store, "goal", () => (way = null));
  on(store, "info", () => store.info?.solvable === false && update());
  on(store, "board", ({ detail: { previous, move, way: rest, cause } }) => {
    if (cause === "set") text.textContent = "";
    if (rest) way = { ...rest, board: store.board, asked: true };
    else if (way && same(way.board, previous)) [...(move ?? between(previous, store.board))].forEach(advance);
    update();
  });
  on(store, "solution", ({ detail: { board, goal, moves, shortest, lower_bound: lower } }) => {
    if (same(board, store.board) && same(goal.board, store.goal.board)) take({ board, moves, shortest, lower });
  });

  /** Plays the next move; where hints are off, they go on first. */
  function playHint() {
    if (toggle.checked) return onWay() && !play.disabled && store.slide(way.moves[0]);
    toggle.checked = true;
    update();
  }

  // After a move the way is shorter by it, or longer by the move back.
  function advance(step) {
    const ahead = step === way.moves[0];
    const moves = ahead ? way.moves.slice(1) : OPPOSITE[step] + way.moves;
    const lower = ahead && way.shortest ? moves.length : Math.max(way.lower - 1, 0);
    way = { board: slide(way.board, step), moves, lower, shortest: moves.length === lower, asked: ahead && way.asked };
  }

  // The shorter of two ways; what is proven holds for both.
  function take(other) {
    const lower = Math.max(other.lower, onWay() ? way.lower : 0);
    const { board, moves } = onWay() && way.moves.length <= other.moves.length ? way : other;
    way = { board, moves, lower, shortest: moves.length === lower, asked: true };
    update();
  }

  function update() {
    ask.cancel();
    asking?.abort();
    if (!toggle.checked) return show("");
    if (store.solved) return show("Solved");
    if (store.info?.solvable === false) return show(UNSOLVABLE);
    if (onWay() && (way.shortest || way.asked)) return tell();
    // The old words stay for the moment that an answer takes.
    show(text.textContent || "Thinking…", null, true);
    ask();
  }

  function tell() {
    const { moves, shortest, lower } = way;
    const next = `Next: ${tileOf(store.board, moves[0])} ${WORD[moves[0]]}. `;
    const words = shortest ? `Fewest from here: ${count(moves.length)}` : `At most ${count(moves.length)}, at least ${count(lower)}`;
    show(next + words, cellOf(store.board, moves[0]));
  }

  async function question() {
    const { signal } = (asking = new AbortController());
    const seconds = store.board.tiles.length <= 16 ? 1 : 0.25;
    try {
      const answer = await post("/api/solve", { ...store.request(), seconds }, { signal });
      if (signal.aborted) return;
      if (answer.outcome === "solved") store.remember(answer);
      else if (answer.outcome === "unsolvable") show(UNSOLVABLE);
      else if (onWay()) take({ ...way, lower: answer.lower_bound });
      else show(`At least ${count(answer.lower_bound)}`);
    } catch (error) {
      if (!isAbort(error)) show(error.message);
    }
  }

  function show(words, cell = null, old = false) {
    text.textContent = words;
    text.toggleAttribute("data-old", old);
    view.hintCell(cell);
    play.hidden = cell === null && !old;
    play.disabled = cell === null;
  }

  return { playHint };
}

// The one move between two boards (of an undo, say), or none.
const between = (from, to) => legalMoves(from).find((move) => same(slide(from, move), to)) ?? "";
