// The dialog for a board, or for a goal, as text and cell by cell. The server reads it while it is written.

import { $, copyFrom, debounce, el, on, parts } from "./dom.js";
import { isAbort, post } from "./api.js";
import { MOST_SIDE, toLines } from "./puzzle.js";

/** The answer opens it, for a "board" or a "goal": with the one that is there, or with a text. */
export function mountEditor(store) {
  const dialog = $("#edit-dialog");
  const { editText: text, editError: error, editCells: cells, editTitle: title, editForm: form, ...ui } = parts(dialog);
  let what; // "board" or "goal"
  let asking;

  async function read() {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      const info = await (what === "board" ? askBoard(store, text.value, signal) : post("/api/info", { ...store.request(), goal: text.value }, { signal }));
      const { board } = what === "board" ? info : info.goal;
      if (Math.max(board.rows, board.cols) > MOST_SIDE) throw new Error(`This page shows boards of up to ${MOST_SIDE}×${MOST_SIDE}; the command line takes larger ones.`);
      said("");
      // Whoever writes in the cells keeps those that are there.
      if (!cells.contains(document.activeElement)) fillCells(cells, board);
      return info;
    } catch (problem) {
      if (!isAbort(problem)) said(problem.message);
    }
  }

  function said(wrong) {
    error.textContent = wrong;
    text.ariaInvalid = Boolean(wrong);
  }

  const look = debounce(read, 250);
  on(text, "input", () => look());
  on(cells, "input", () => {
    const { cols } = cells.dataset;
    text.value = [...cells.children].map(({ value }, i) => (value.trim() || "0") + ((i + 1) % cols ? " " : "\n")).join("").trim();
    look();
  });
  on(text, "keydown", ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && form.requestSubmit());
  on(ui.editCopy, "click", ({ currentTarget }) => copyFrom(currentTarget, text.value));
  on(ui.editCancel, "click", () => dialog.close());
  on(dialog, "close", () => asking?.abort());
  on(form, "submit", async (event) => {
    event.preventDefault();
    look.cancel();
    const info = await read();
    // Whoever closed it meanwhile does not want it.
    if (!info || !dialog.open) return;
    store.setBoard(info.board, { goal: info.goal });
    dialog.close();
  });

  return (of, given) => {
    what = of;
    const board = what === "board" ? store.board : store.goal.board;
    title.textContent = what === "board" ? "Edit the board" : "A goal of your own";
    text.value = given ?? toLines(board);
    text.rows = Math.min(Math.max(text.value.split("\n").length, 4), 10);
    said("");
    fillCells(cells, board);
    dialog.showModal();
    if (given) read();
    else text.select();
  };
}

async function askBoard(store, board, signal) {
  const { rows, cols, tiles } = store.board;
  const { goal } = store.request();
  const ask = (fields) => post("/api/info", { board, ...fields }, { signal });
  return ask({ goal }).catch((problem) => {
    // The goal may not be one for a board of this size: then it is the usual one.
    if (problem.code === "bad-goal") return ask({});
    // A line of numbers tells no shape, unless they make a square; it has that of the board that is there, if it can.
    const list = /^[^/\n]+$/.test(board.trim()) && board.match(/[^\s,]+/g);
    if (problem.code === "bad-board" && list?.length === tiles.length) return ask({ goal, size: `${rows}x${cols}` });
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
