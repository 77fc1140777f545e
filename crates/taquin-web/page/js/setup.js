// The controls for the board: size, goal, shuffle and image. editor.js has the editor.

import { $, el, on, parts } from "./dom.js";
import { isAbort } from "./backend.js";
import { mountEditor } from "./editor.js";
import { MAX_SIDE } from "./puzzle.js";
import { NAMED_GOALS } from "./link.js";

export function mountSetup(root, store, view) {
  const { sizeRows: rows, sizeCols: cols, goal, metric, setupError: error, ...ui } = parts(root);
  const edit = mountEditor(store);
  let pending;

  // Runs an action and shows its error. A newer action cancels it.
  async function attempt(action) {
    pending?.abort();
    const { signal } = (pending = new AbortController());
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

  const shuffle = (question) => attempt((options) => store.shuffle(question, options));

  const resize = () => {
    const keeps = NAMED_GOALS.includes(store.goal.name) && store.goal.name !== "ring";
    return shuffle({ size: `${rows.value}x${cols.value}`, goal: keeps ? store.goal.name : "blank-last" });
  };

  function show() {
    const { board, history } = store;
    rows.value = board.rows;
    cols.value = board.cols;
    goal.value = NAMED_GOALS.includes(store.goal.name) ? store.goal.name : "own";
    metric.value = store.metric;
    ui.exactUnit.textContent = store.metric === "multi" ? "single-tile moves" : "moves";
    $("[value=ring]", goal).disabled = board.rows !== 3 || board.cols !== 3;
    ui.undo.disabled = !history.past;
    ui.redo.disabled = !history.future;
  }

  function showProblem() {
    error.textContent = store.problem;
  }

  for (let side = 2; side <= MAX_SIDE; side++) for (const select of [rows, cols]) select.append(el("option", {}, side));
  on(ui.undo, "click", () => store.undo());
  on(ui.redo, "click", () => store.redo());
  on(ui.showGoal, "click", () => store.setBoard(store.goal.board, { cause: "home" }));
  on(ui.edit, "click", () => edit("board"));
  on(ui.shuffle, "click", () => shuffle());
  on(rows, "change", resize);
  on(cols, "change", resize);
  on(goal, "change", () => (goal.value === "new" ? (edit("goal"), show()) : attempt((options) => store.setGoal(goal.value, options))));
  on(metric, "change", () => store.setMetric(metric.value));
  on(ui.exact, "submit", (event) => {
    event.preventDefault();
    ui.exactGo.textContent = "Searching…";
    shuffle({ moves: ui.exactMoves.valueAsNumber });
  });
  on(document, "paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim() || $("dialog[open]") || event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    edit("board", text);
  });
  on(store, "board", show);
  on(store, "goal", show);
  on(store, "metric", show);
  on(store, "problem", showProblem);
  show();
  showProblem();
  mountImage(ui, view, attempt);
}

/** For an unsolvable board: the goals it can reach, with buttons. */
export function otherGoals(store) {
  const names = store.info?.other_goals ?? [];
  const label = (name) => name.replaceAll("-", " ");
  const use = (name) => {
    $("#goal").value = name;
    $("#goal").dispatchEvent(new Event("change"));
  };
  const button = (name) => el("button", { class: "btn", onclick: () => use(name) }, names.length > 1 ? `Use ${label(name)}` : "Use this goal");
  return names.length ? [el("span", {}, `It can reach: ${names.map(label).join(", ")}. `), ...names.map(button)] : [];
}

function mountImage({ image: file, imageRemove: remove, numbers, numbersLabel }, view, attempt) {
  let url = null;

  const use = (image) =>
    attempt(async () => {
      const next = image && URL.createObjectURL(image);
      await view.setImage(next).catch(() => {
        URL.revokeObjectURL(next);
        throw new Error("The browser cannot display this file as an image.");
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
