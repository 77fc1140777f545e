// The clock and the move counter of play, and the best times.

import { count, on, plural } from "./dom.js";
import { lengthOf } from "./puzzle.js";

const TICK = 100; // milliseconds

/** 83456 → "1:23.4" */
const minutes = (ms) => `${Math.floor(ms / 60_000)}:${((Math.floor(ms / 100) % 600) / 10).toFixed(1).padStart(4, "0")}`;

export function mountClock(root, store) {
  let game = store.start; // the board that the clock is for
  let start = null; // the time of the first move
  let end = null; // the time of the last one
  let helped = false; // by a hint or a solution
  let ticking = 0;

  const nameOf = () => `best:${store.board.rows}x${store.board.cols}:${store.goal.name}`;

  // The moves made, in both metrics.
  const counts = () => ({ moves: store.played.length, lines: lengthOf(store.played, "multi") });

  function reset() {
    clearInterval(ticking);
    game = store.start;
    [start, end, helped] = [null, null, false];
    show();
  }

  function moved(cause) {
    // Undo may return to another game, too.
    if (store.start !== game) reset();
    if (cause === "playback") helped = true;
    // After the solution, the clock stands still until the next game.
    if (cause !== "slide" || end !== null) return show();
    if (start === null) {
      start = performance.now();
      ticking = setInterval(show, TICK);
    }
    if (store.solved) finish();
    show();
  }

  function finish() {
    end = performance.now();
    clearInterval(ticking);
    const time = end - start;
    const best = read(nameOf());
    if (store.shuffled && !helped && !(best?.time <= time)) write(nameOf(), { time, ...counts() });
  }

  function show() {
    const best = read(nameOf());
    const time = start === null ? 0 : (end ?? performance.now()) - start;
    const { moves, lines } = counts();
    const multi = store.metric === "multi";
    const other = lines < moves ? ` (${multi ? `${count(moves)} single` : `${count(lines)} multi`}-tile)` : "";
    const bestMoves = best && (multi ? best.lines : best.moves);
    const parts = [plural(multi ? lines : moves, "move") + other, minutes(time), best && `best ${minutes(best.time)}${bestMoves ? `, ${plural(bestMoves, "move")}` : ""}`];
    root.textContent = parts.filter(Boolean).join(" · ");
  }

  on(store, "board", ({ detail: { cause } }) => moved(cause));
  on(store, "goal", show);
  on(store, "metric", show);
  on(store, "help", () => (helped = true));
  show();
}

// Storage may be disabled or full: then times are not kept.
function read(name) {
  try {
    const { time, moves, lines } = JSON.parse(localStorage[name]);
    return Number.isFinite(time) && Number.isFinite(moves) ? { time, moves, lines } : null;
  } catch {
    return null;
  }
}

function write(name, best) {
  try {
    localStorage[name] = JSON.stringify(best);
  } catch {}
}
