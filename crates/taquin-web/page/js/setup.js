// Everything that sets up a board: size, goal, shuffle, picture; the editor is a file of its own.

import { $, el, on, parts } from "./dom.js";
import { isAbort } from "./api.js";
import { mountEditor } from "./editor.js";
import { MOST_SIDE } from "./puzzle.js";
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
    if (signal.aborted) return;
    ui.shuffle.ariaBusy = ui.exactGo.ariaBusy = null;
    ui.exactGo.textContent = "Shuffle";
    show();
  }

  const shuffle = (question) => attempt((options) => store.draw(question, options));

  const resize = () => {
    const keeps = NAMED_GOALS.includes(store.goal.name) && store.goal.name !== "ring";
    return shuffle({ size: `${rows.value}x${cols.value}`, goal: keeps ? store.goal.name : "blank-last" });
  };

  function show() {
    const { board, history } = store;
    rows.value = board.rows;
    cols.value = board.cols;
    goal.value = NAMED_GOALS.includes(store.goal.name) ? store.goal.name : "own";
    $("[value=ring]", goal).disabled = board.rows !== 3 || board.cols !== 3;
    ui.undo.disabled = !history.past;
    ui.redo.disabled = !history.future;
  }

  function complain() {
    error.textContent = store.problem;
  }

  for (let side = 2; side <= MOST_SIDE; side++) for (const select of [rows, cols]) select.append(el("option", {}, side));
  on(ui.undo, "click", () => store.undo());
  on(ui.redo, "click", () => store.redo());
  on(ui.showGoal, "click", () => store.setBoard(store.goal.board, { cause: "home" }));
  on(ui.edit, "click", () => edit("board"));
  on(ui.shuffle, "click", () => shuffle());
  on(rows, "change", resize);
  on(cols, "change", resize);
  on(goal, "change", () => (goal.value === "new" ? (edit("goal"), show()) : attempt((options) => store.setGoal(goal.value, options))));
  on(ui.exact, "submit", (event) => {
    event.preventDefault();
    ui.exactGo.textContent = "Looking for one…";
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
  on(store, "problem", complain);
  show();
  complain();
  mountPicture(ui, view, attempt);
}

/** Where a board can’t be solved to its goal: to which it can, and buttons for those. */
export function otherGoals(store) {
  const names = store.info?.other_goals ?? [];
  const words = (name) => name.replaceAll("-", " ");
  const use = (name) => {
    $("#goal").value = name;
    $("#goal").dispatchEvent(new Event("change"));
  };
  const button = (name) => el("button", { class: "btn", onclick: () => use(name) }, names.length > 1 ? `Use ${words(name)}` : "Use that goal");
  return names.length ? [el("span", {}, `It can be to: ${names.map(words).join(", ")}. `), ...names.map(button)] : [];
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
