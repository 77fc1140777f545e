// The dialog that edits a board or a goal, as text or cell by cell. The server validates it as the user
// types.

import { $, copyFrom, debounce, el, on, parts } from "./dom.js";
import { isAbort, post } from "./backend.js";
import { MAX_SIDE, toLines } from "./puzzle.js";

/** Returns a function that opens the dialog for "board" or "goal", with the current one or a given text. */
export function mountEditor(store) {
  const dialog = $("#edit-dialog");
  const { editText: text, editError: error, editCells: cells, editTitle: title, editForm: form, ...ui } = parts(dialog);
  let what; // "board" or "goal"
  let pending;

  async function read() {
    pending?.abort();
    const { signal } = (pending = new AbortController());
    try {
      const info = await (what === "board" ? readBoard(store, text.value, signal) : post("/api/info", { ...store.request(), goal: text.value }, { signal }));
      const { board } = what === "board" ? info : info.goal;
      if (Math.max(board.rows, board.cols) > MAX_SIDE) throw new Error(`This page supports boards up to ${MAX_SIDE}×${MAX_SIDE}; the command taquin supports larger ones.`);
      showError("");
      // Keeps the cells while the user edits them.
      if (!cells.contains(document.activeElement)) fillCells(cells, board);
      return info;
    } catch (problem) {
      if (!isAbort(problem)) showError(problem.message);
    }
  }

  function showError(message) {
    error.textContent = message;
    text.ariaInvalid = Boolean(message);
  }

  const readLater = debounce(read, 250);
  on(text, "input", () => readLater());
  on(cells, "input", () => {
    const { cols } = cells.dataset;
    text.value = [...cells.children].map(({ value }, i) => (value.trim() || "0") + ((i + 1) % cols ? " " : "\n")).join("").trim();
    readLater();
  });
  on(text, "keydown", ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && form.requestSubmit());
  on(ui.editCopy, "click", ({ currentTarget }) => copyFrom(currentTarget, text.value));
  on(ui.editCancel, "click", () => dialog.close());
  on(dialog, "close", () => pending?.abort());
  on(form, "submit", async (event) => {
    event.preventDefault();
    readLater.cancel();
    const info = await read();
    // The dialog may have been closed meanwhile.
    if (!info || !dialog.open) return;
    store.setBoard(info.board, { goal: info.goal });
    dialog.close();
  });

  return (kind, given) => {
    what = kind;
    const board = what === "board" ? store.board : store.goal.board;
    title.textContent = what === "board" ? "Edit board" : "Custom goal";
    text.value = given ?? toLines(board);
    text.rows = Math.min(Math.max(text.value.split("\n").length, 4), 10);
    showError("");
    fillCells(cells, board);
    dialog.showModal();
    if (given) read();
    else text.select();
  };
}

/** Reads a board in any notation; returns the /api/info response. */
export async function readBoard(store, board, signal) {
  const { rows, cols, tiles } = store.board;
  const { goal } = store.request();
  const info = (fields) => post("/api/info", { board, ...fields }, { signal });
  return info({ goal }).catch((problem) => {
    // If the goal does not fit the size, use the default goal.
    if (problem.code === "bad-goal") return info({});
    // A flat list has the shape of the current board if the length matches.
    const list = /^[^/\n]+$/.test(board.trim()) && board.match(/[^\s,]+/g);
    if (problem.code === "bad-board" && list?.length === tiles.length) return info({ goal, size: `${rows}x${cols}` });
    throw problem;
  });
}

function fillCells(cells, { cols, tiles }) {
  cells.dataset.cols = cols;
  cells.style.setProperty("--cols", cols);
  const input = (tile, i) => {
    const label = `Row ${Math.floor(i / cols) + 1}, column ${(i % cols) + 1}`;
    return el("input", { type: "text", inputmode: "numeric", maxlength: 3, placeholder: " ", value: tile || "", "aria-label": label });
  };
  cells.replaceChildren(...tiles.map(input));
}
