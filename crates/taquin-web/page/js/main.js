// Connects the parts of the page.

import { $, announce, copyFrom, count, el, on, sentence } from "./dom.js";
import { post, UNREACHABLE } from "./backend.js";
import { BoardView } from "./board-view.js";
import { mountClock } from "./clock.js";
import { mountEmbed } from "./embed.js";
import { mountHint } from "./hint.js";
import { VIEWS } from "./link.js";
import { estimatesOf, HEURISTICS, movesIn, nameOf } from "./names.js";
import { PROVABLE, toText, wholeLine, WORD } from "./puzzle.js";
import { mountSetup, otherGoals } from "./setup.js";
import { mountSolve } from "./solve.js";
import { Store } from "./store.js";

const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };

mountTheme();
const store = new Store();
const view = new BoardView($("#board"), (cellOrMoves) => store.slide(cellOrMoves));
let news = ""; // for screen readers, announced with the status of the board
view.setGoal(store.goal.board);
view.show(store.board);
on(store, "goal", () => view.setGoal(store.goal.board));
on(store, "board", ({ detail: { previous, move, cause } }) => {
  view.show(store.board);
  $("#end").hidden = true;
  news = move ? `${store.board.tiles[previous.tiles.indexOf(0)]} ${WORD[move[0]]}. ` : ["playback", "review"].includes(cause) ? "" : "New board. ";
  if (cause === "slide" && store.solved) cheer();
});
on(store, "info", () => {
  showStatus();
  const hint = $("#hint:not([data-old])")?.textContent;
  if (news) announce(news + (hint || $("#status-line").textContent));
  news = "";
});
on(store, "known", showStatus);
on(store, "metric", () => ($("#end").hidden = true));
on(store, "view", () => explain());
on($("#why"), "click", () => explain($("#why-text").hidden));
mountSetup($(".stage"), store, view);
const hint = mountHint($(".hints"), store, view);
const playback = mountSolve($("#panel-solve"), store, view);
mountClock($("#clock"), store);
mountEmbed(store);
mountTabs();
on(document, "keydown", pressed);
on($("#analyze-game"), "click", () => store.analyze());
on($("#help"), "click", () => $("#help-dialog").showModal());
on($("#copy-link"), "click", ({ currentTarget }) => copyFrom(currentTarget, new URL(store.hash(), location).href));
if (/^(localhost$|127\.|\[::1)/.test(location.hostname)) $("#copy-link").title = "This link works on this computer only; Edit… shows the board as text";

// Shows whether the board is solvable, and why. The old text stays until the server responds.
function showStatus() {
  const { info, infoError, known } = store;
  if (!info && !infoError) return;
  const { solvable, solved, why } = info ?? {};
  const most = known.moves === null ? 0 : store.count(known.moves);
  const total = movesIn(store.metric, most);
  const bound = `${count(known.lower)}+ ${store.metric === "multi" ? "multi-tile " : ""}moves`;
  const range = store.proven ? total : most ? `${count(known.lower)} to ${total}` : bound;
  const others = solvable === false ? otherGoals(store) : [];
  const line = infoError ? "Not checked" : solved ? "Solved" : solvable ? `Solvable in ${range}` : others.length ? "Can’t reach this goal" : "Can’t be solved";
  const figures = estimatesOf(info).map(({ heuristic, estimate }) => `${nameOf(HEURISTICS, heuristic)} ${count(estimate)}`);
  const state = infoError ? "" : solved ? "solved" : solvable ? "yes" : "no";
  const changed = state !== $("#status").dataset.state;
  $("#status").dataset.state = state;
  $("#status-line").textContent = line;
  $("#status-why").textContent = infoError?.message ?? (solved ? "" : `${sentence(why)}.`);
  $("#other-goals").replaceChildren(...others);
  $("#estimates").textContent = state === "yes" ? `Heuristics: ${figures.join(", ")}.` : "";
  if (changed) explain();
}

// Shows the explanation: by default if the board is unsolvable or the screen is wide.
function explain(open = store.infoError || store.info?.solvable === false || (store.view === "solve" && matchMedia("(min-width: 900px)").matches)) {
  $("#why").ariaExpanded = Boolean(open);
  $("#why-text").hidden = !open;
}

// Congratulates the user on a solved board.
async function cheer() {
  const { board, start, metric, played } = store;
  const made = store.count(played);
  news = "";
  view.celebrate();
  const { moves, lower } = await fewestFrom(start);
  if (board !== store.board || metric !== store.metric) return;
  const most = moves === null ? Infinity : store.count(moves);
  const shortest = most === lower;
  const rest = made < most ? "" : made > most || !shortest ? `; the ${shortest ? "shortest" : "best known"} solution has ${count(most)}` : ", the fewest possible!";
  $("#cheer").textContent = `Solved in ${movesIn(metric, made)}${rest}`;
  $("#end").hidden = false;
  $("#analyze-game").hidden = board.tiles.length > PROVABLE;
  announce($("#cheer").textContent);
}

async function fewestFrom(board) {
  if (store.found(board).moves === null && board.tiles.length <= PROVABLE) {
    const answer = await post("/api/solve", { ...store.solveRequest(), board: toText(board), seconds: 2 }).catch(() => null);
    if (answer) store.remember(answer);
  }
  return store.found(board);
}

// The theme follows the system until the user changes it.
function mountTheme() {
  const { dataset } = document.documentElement;
  try {
    if (localStorage.theme) dataset.theme = localStorage.theme;
  } catch {} // storage may be disabled
  on($("#theme"), "click", () => {
    const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.theme = dataset.theme;
    } catch {}
  });
}

// The tabs. The modules of all but the first are loaded on first use.
function mountTabs() {
  const load = {
    think: async (query) => (await import(`./think.js${query}`)).mountThink,
    compare: async (query) => (await import(`./compare.js${query}`)).mountCompare,
    analyze: async (query) => (await import(`./analyze.js${query}`)).mountAnalyze,
  };
  let retries = 0;
  const open = async (name) => {
    const mount = load[name];
    const panel = $(`#panel-${name}`);
    delete load[name];
    // Browsers may cache a failed import, so a retry needs another URL.
    const mounted = await mount?.(retries ? `?retry=${retries}` : "").catch(() => {
      retries++;
      load[name] = mount;
      const again = el("button", { class: "btn", onclick: () => open(name) }, "Try again");
      panel.replaceChildren(el("p", { class: "error", role: "alert" }, UNREACHABLE), again);
    });
    mounted?.(panel, store);
  };
  const show = async () => {
    for (const name of VIEWS) {
      const shown = name === store.view;
      $(`#tab-${name}`).ariaSelected = shown;
      $(`#tab-${name}`).tabIndex = shown ? 0 : -1;
      $(`#panel-${name}`).hidden = !shown;
    }
    await open(store.view);
  };
  for (const [i, name] of VIEWS.entries()) {
    on($(`#tab-${name}`), "click", () => store.setView(name));
    on($(`#tab-${name}`), "keydown", (event) => {
      const last = VIEWS.length - 1;
      const to = { ArrowRight: i + 1, ArrowLeft: i + last, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      store.setView(VIEWS[to % VIEWS.length]);
      $(`#tab-${store.view}`).focus();
    });
  }
  on(store, "view", async () => {
    await show();
    // In the one-column layout, the panels may be out of view.
    if (store.view !== "solve" && matchMedia("(max-width: 899px)").matches) $(".tabs").scrollIntoView();
  });
  show();
}

// Slides one tile, or all tiles between the blank and the border.
const slideBy = (move, whole) => store.slide(whole ? wholeLine(store.board, move) : move);

function pressed(event) {
  const { target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  const key = event.key.toLowerCase();
  if (defaultPrevented || altKey || $("dialog[open]") || target.closest("input:not([type=checkbox], [type=range]), textarea, select")) return;
  let action;
  if (ctrlKey || metaKey) action = key === "z" ? () => (shiftKey ? store.redo() : store.undo()) : key === "y" && (() => store.redo());
  // Arrow keys slide tiles, except in controls that use them.
  else if (KEYS[event.key]) action = !target.closest("[type=range], [role=tabpanel] [tabindex]") && (() => slideBy(KEYS[event.key], shiftKey));
  else if (key === " ") action = !target.closest("button, input, summary, a, [role=tabpanel] [tabindex]") && playback.toggle;
  else if (key === "h") action = hint.playHint;
  else if (key === "?") action = () => $("#help-dialog").showModal();
  if (!action) return;
  event.preventDefault();
  action();
}
