// Everything that sets up a board: size, goal, shuffle, edit, picture.

import { $, announce, debounce, el, on, parts } from "./dom.js";
import { isAbort, post } from "./api.js";
import { MOST_SIDE, toLines } from "./puzzle.js";
import { NAMED_GOALS } from "./store.js";

export function mountSetup(root, store, view) {
  const { sizeRows: rows, sizeCols: cols, goal, setupError: error, ...ui } = parts(root);
  const edit = mountEditor(store);
  let asking;

  // Says what went wrong with what was asked for; something newer ends it.
  async function attempt(action) {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    error.textContent = "";
    ui.shuffle.ariaBusy = ui.exactGo.ariaBusy = "true";
    try {
      await action({ signal, onBusy: () => (error.textContent = "The server is busy; trying again…") });
      if (!signal.aborted) error.textContent = "";
    } catch (problem) {
      if (!isAbort(problem)) error.textContent = problem.message;
    }
    if (!signal.aborted) ui.shuffle.ariaBusy = ui.exactGo.ariaBusy = null;
    show();
  }

  const shuffle = (question = {}) =>
    attempt(async (options) => {
      const size = `${store.board.rows}x${store.board.cols}`;
      const answer = await post("/api/random", { size, goal: store.request().goal, ...question }, options);
      store.setBoard(answer.board, { goal: answer.goal });
      announce("A new board");
    });

  const resize = () => {
    const keeps = NAMED_GOALS.includes(store.goal.name) && store.goal.name !== "ring";
    return shuffle({ size: `${rows.value}x${cols.value}`, goal: keeps ? store.goal.name : "blank-last" });
  };

  function show() {
    const { board, canUndo, canRedo } = store;
    rows.value = board.rows;
    cols.value = board.cols;
    goal.value = NAMED_GOALS.includes(store.goal.name) ? store.goal.name : "own";
    $("[value=ring]", goal).disabled = board.rows !== 3 || board.cols !== 3;
    ui.undo.disabled = !canUndo;
    ui.redo.disabled = !canRedo;
  }

  for (let side = 2; side <= MOST_SIDE; side++) for (const select of [rows, cols]) select.append(el("option", {}, side));
  on(ui.undo, "click", () => store.undo());
  on(ui.redo, "click", () => store.redo());
  on(ui.reset, "click", () => store.setBoard(store.goal.board));
  on(ui.edit, "click", () => edit("board"));
  on(ui.shuffle, "click", () => shuffle());
  on(rows, "change", resize);
  on(cols, "change", resize);
  on(goal, "change", () => (goal.value === "new" ? (edit("goal"), show()) : attempt(() => store.setGoal(goal.value))));
  on(ui.exact, "submit", (event) => {
    event.preventDefault();
    shuffle({ moves: ui.exactMoves.valueAsNumber });
  });
  on(document, "paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim() || $("dialog[open]") || event.target.closest?.("input")) return;
    event.preventDefault();
    edit("board", text);
  });
  on(store, "board", show);
  on(store, "goal", show);
  show();
  mountPicture(ui, view, attempt);
}

// The dialog for a board, or for a goal, as text and cell by cell. The server reads it while it is written.
function mountEditor(store) {
  const dialog = $("#edit-dialog");
  const { editText: text, editError: error, editCells: cells, editTitle: title, editForm: form, editCancel: cancel } = parts(dialog);
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
  on(cancel, "click", () => dialog.close());
  on(form, "submit", async (event) => {
    event.preventDefault();
    look.cancel();
    const info = await read();
    if (!info) return;
    store.setBoard(info.board, { goal: info.goal });
    dialog.close();
  });

  // Opens it with the board or the goal that is there, or with a text.
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

function mountPicture({ picture: file, pictureRemove: remove, numbers, numbersLabel }, view, attempt) {
  let url = null;

  const use = (picture) =>
    attempt(async () => {
      const next = picture && URL.createObjectURL(picture);
      await view.setPicture(next).catch(() => {
        URL.revokeObjectURL(next);
        throw new Error("The browser cannot show this file as a picture.");
      });
      URL.revokeObjectURL(url);
      url = next;
      remove.hidden = numbersLabel.hidden = !url;
    });

  on(file, "change", () => file.files[0] && use(file.files[0]));
  on(remove, "click", () => {
    file.value = "";
    use(null);
  });
  on(numbers, "change", () => view.setNumbers(numbers.checked));
}
