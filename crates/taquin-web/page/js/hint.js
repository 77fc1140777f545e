// Hints: the next move and the remaining moves. On a known solution they need no request.

import { announce, count, debounce, on, parts, plural } from "./dom.js";
import { isAbort, post } from "./backend.js";
import { PROVABLE, split, tilesOf, WORD } from "./puzzle.js";

const UNSOLVABLE = "No hint: this board can’t reach this goal";

export function mountHint(root, store, view) {
  const { hintToggle: toggle, hint: text, hintPlay: play } = parts(root);
  let pending = null;
  let announces = false; // true if the user has just turned hints on
  const requestLater = debounce(request, 50);

  on(toggle, "change", turnOn);
  on(play, "click", playHint);
  on(store, "info", showKnown);
  on(store, "known", showKnown);
  on(store, "metric", update);
  on(store, "board", ({ detail: { cause } }) => {
    if (cause === "set") text.textContent = "";
    update();
  });

  const next = () => split(store.known.moves, store.metric)[0];

  /** Plays the next move, or turns hints on if they are off. */
  function playHint() {
    if (toggle.checked) return play.disabled || play.hidden || store.slide(next());
    toggle.checked = true;
    turnOn();
  }

  function turnOn() {
    announces = toggle.checked;
    update();
  }

  function update() {
    requestLater.cancel();
    pending?.abort();
    if (showKnown()) return;
    // The old text stays until the server responds.
    show(text.textContent || "Thinking…", null, true);
    requestLater();
  }

  // Shows a known solution; returns false if a request is needed.
  function showKnown() {
    const { moves, lower, searched } = store.known;
    if (!toggle.checked) show("");
    else if (store.solved) show("Solved");
    else if (store.info?.solvable === false) show(UNSOLVABLE);
    else if (!searched && !store.proven) return false;
    else if (moves === null) show(`At least ${plural(lower, "move")} to go`);
    else {
      store.helped();
      const range = store.proven ? "" : `${count(lower)} to `;
      const tiles = tilesOf(store.board, next());
      const words = `Next: ${tiles.join(", ")} ${WORD[moves[0]]}. ${range}${plural(store.count(moves), "move")} to go`;
      show(words, store.board.tiles.indexOf(tiles[0]));
    }
    return true;
  }

  async function request() {
    const { signal } = (pending = new AbortController());
    const seconds = store.board.tiles.length <= PROVABLE ? 1 : 0.25;
    try {
      const response = await post("/api/solve", { ...store.solveRequest(), seconds }, { signal });
      if (response.outcome === "unsolvable") show(UNSOLVABLE);
      else store.remember(response);
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
    if (announces && !old) announce(words);
    announces &&= old;
  }

  return { playHint };
}
