// Wires the page together.

import { $, announce, copyFrom, count, on, plural, sentence } from "./dom.js";
import { post } from "./api.js";
import { BoardView } from "./board-view.js";
import { mountHint } from "./hint.js";
import { toText, WORD } from "./puzzle.js";
import { mountSetup } from "./setup.js";
import { mountSolve } from "./solve.js";
import { Store } from "./store.js";

const VIEWS = ["solve", "think", "compare"];
const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };

// Tests know things by the names that the page knows them by.
for (const node of document.querySelectorAll("[id]")) node.dataset.testid = node.id;

mountTheme();
const store = new Store();
const view = new BoardView($("#board"), { interactive: true, onSlide: (cell) => store.slide(cell) });
view.setGoal(store.goal.board);
view.show(store.board);
on(store, "goal", () => view.setGoal(store.goal.board));
on(store, "board", ({ detail: { previous, move, cause } }) => {
  view.show(store.board);
  $("#cheer").hidden = true;
  if (cause !== "slide") return;
  if (store.solved) cheer();
  else announce(`${store.board.tiles[previous.tiles.indexOf(0)]} ${WORD[move[0]]}`);
});
on(store, "info", showStatus);
on(store, "view", () => explain());
on($("#why"), "click", () => explain($("#why-text").hidden));
mountSetup($(".stage"), store, view);
const hint = mountHint($(".hints"), store, view);
const playback = mountSolve($("#panel-solve"), store, view);
mountTabs();
on(document, "keydown", pressed);
on($("#help"), "click", () => $("#help-dialog").showModal());
on($("#copy-link"), "click", ({ currentTarget }) => copyFrom(currentTarget, new URL(store.hash(), location).href));

// Solvable or not, and why. A slide changes nothing about that, so the words stay until there are others.
function showStatus() {
  const { info, infoError } = store;
  const { solvable, solved, why, estimates = [] } = info ?? { why: infoError.message };
  const known = estimates.filter(({ heuristic }) => heuristic !== "largest");
  const least = Math.max(0, ...known.map(({ estimate }) => estimate));
  const line = infoError ? "Not checked" : solved ? "Solved" : solvable ? `Solvable in ${count(least)}+ moves` : "Can’t be solved";
  const figures = known.map(({ heuristic, estimate }) => `${sentence(heuristic.replace("-", " "))} ${count(estimate)}`);
  const state = infoError ? "" : solved ? "solved" : solvable ? "yes" : "no";
  const other = state !== $("#status").dataset.state;
  $("#status").dataset.state = state;
  $("#status-line").textContent = line;
  $("#status-why").textContent = solved ? "" : `${sentence(why)}.`;
  $("#estimates").textContent = state === "yes" ? `Estimates: ${figures.join(", ")}.` : "";
  if (other) explain();
}

// The reason is there for those who ask; for all, if it is bad news or there is room.
function explain(open = store.infoError || store.info?.solvable === false || (store.view === "solve" && matchMedia("(min-width: 900px)").matches)) {
  $("#why").ariaExpanded = Boolean(open);
  $("#why-text").hidden = !open;
}

// A word of praise when the user has brought all tiles home.
async function cheer() {
  const { board, start, made } = store;
  view.celebrate();
  const { length, shortest } = (await fewestFrom(start)) ?? {};
  if (board !== store.board) return;
  const rest = !length ? "" : length < made || !shortest ? `; the ${shortest ? "fewest" : "best known"} are ${count(length)}` : ": the fewest there are!";
  $("#cheer").textContent = `Solved in ${plural(made, "move")}${rest}`;
  $("#cheer").hidden = false;
  announce($("#cheer").textContent);
}

async function fewestFrom(board) {
  const known = store.known(board);
  if (known || board.tiles.length > 16) return known;
  return post("/api/solve", { ...store.request(), board: toText(board), seconds: 2 }).catch(() => null);
}

// Light or dark: as the system has it, until the user wants the other.
function mountTheme() {
  const { dataset } = document.documentElement;
  try {
    if (localStorage.theme) dataset.theme = localStorage.theme;
  } catch {} // there may be no such storage
  on($("#theme"), "click", () => {
    const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.theme = dataset.theme;
    } catch {}
  });
}

// The panels. The second and the third are loaded when they are first opened.
function mountTabs() {
  const load = {
    think: async () => (await import("./think.js")).mountThink,
    compare: async () => (await import("./compare.js")).mountCompare,
  };
  const show = () => {
    for (const name of VIEWS) {
      const open = name === store.view;
      $(`#tab-${name}`).ariaSelected = open;
      $(`#tab-${name}`).tabIndex = open ? 0 : -1;
      $(`#panel-${name}`).hidden = !open;
    }
    const panel = $(`#panel-${store.view}`);
    const mount = load[store.view];
    delete load[store.view];
    mount?.()
      .then((mounted) => mounted(panel, store))
      .catch((error) => (panel.textContent = `This part of the page could not be loaded: ${error.message}`));
  };
  for (const [i, name] of VIEWS.entries()) {
    on($(`#tab-${name}`), "click", () => store.setView(name));
    on($(`#tab-${name}`), "keydown", (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i + 2, Home: 0, End: 2 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      store.setView(VIEWS[to % 3]);
      $(`#tab-${store.view}`).focus();
    });
  }
  on(store, "view", show);
  show();
}

function pressed(event) {
  const { target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  const key = event.key.toLowerCase();
  if (defaultPrevented || altKey || $("dialog[open]") || target.closest("input:not([type=checkbox], [type=range]), textarea, select")) return;
  let action;
  if (ctrlKey || metaKey) action = key === "z" ? () => (shiftKey ? store.redo() : store.undo()) : key === "y" && (() => store.redo());
  // Arrows are the board's, but for controls that use them themselves.
  else if (KEYS[event.key]) action = !target.closest("[type=range], [role=tabpanel] [tabindex]") && (() => store.slide(KEYS[event.key]));
  else if (key === " ") action = !target.closest("button, input, summary, a, [role=tabpanel] [tabindex]") && playback.toggle;
  else if (key === "h") action = hint.playHint;
  else if (key === "?") action = () => $("#help-dialog").showModal();
  if (!action) return;
  event.preventDefault();
  action();
}
