// Hints: how many moves are left and which is next, kept up to date while the user plays. A known solution is followed
// for as long as the board is on it; off it, the server is asked, and the newest question wins.

import { announce, count, debounce, on, parts } from "./dom.js";
import { isAbort, post } from "./api.js";
import { cellOf, PROVABLE, tileOf, WORD } from "./puzzle.js";

const UNSOLVABLE = "None: this board can’t be solved to this goal";

export function mountHint(root, store, view) {
  const { hintToggle: toggle, hint: text, hintPlay: play } = parts(root);
  let asking = null;
  let wanted = false; // whether the user has just asked, and is to hear the answer
  const ask = debounce(question, 50);

  on(toggle, "change", begin);
  on(play, "click", playHint);
  on(store, "info", tell);
  on(store, "known", tell);
  on(store, "board", ({ detail: { cause } }) => {
    if (cause === "set") text.textContent = "";
    update();
  });

  /** Plays the next move; where hints are off, they go on first. */
  function playHint() {
    if (toggle.checked) return play.disabled || play.hidden || store.slide(store.known.moves[0]);
    toggle.checked = true;
    begin();
  }

  function begin() {
    wanted = toggle.checked;
    update();
  }

  function update() {
    ask.cancel();
    asking?.abort();
    if (tell()) return;
    // The old words stay for the moment that an answer takes.
    show(text.textContent || "Thinking…", null, true);
    ask();
  }

  // Says what is known; answers whether that is enough.
  function tell() {
    const { moves, lower, asked } = store.known;
    if (!toggle.checked) show("");
    else if (store.solved) show("Solved");
    else if (store.info?.solvable === false) show(UNSOLVABLE);
    else if (!asked && !store.proven) return false;
    else if (moves === null) show(`At least ${count(lower)}`);
    else {
      const words = store.proven ? `Fewest from here: ${count(lower)}` : `At most ${count(moves.length)}, at least ${count(lower)}`;
      show(`Next: ${tileOf(store.board, moves[0])} ${WORD[moves[0]]}. ${words}`, cellOf(store.board, moves[0]));
    }
    return true;
  }

  async function question() {
    const { signal } = (asking = new AbortController());
    const seconds = store.board.tiles.length <= PROVABLE ? 1 : 0.25;
    try {
      const answer = await post("/api/solve", { ...store.request(), seconds }, { signal });
      if (answer.outcome === "unsolvable") show(UNSOLVABLE);
      else store.remember(answer);
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
    if (wanted && !old) announce(words);
    wanted &&= old;
  }

  return { playHint };
}
