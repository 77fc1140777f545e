// The Solve panel: starts and stops a search, shows its progress and its result. playback.js plays the
// solution.

import { $, about, announce, count, duration, el, on, parts, plural, sentence } from "./dom.js";
import { isAbort, stopSearch, stream } from "./backend.js";
import { inOtherMetric, movesIn } from "./names.js";
import { mountPlayback } from "./playback.js";
import { PROVABLE } from "./puzzle.js";
import { otherGoals } from "./setup.js";

const STOP_TIMEOUT = 2000; // milliseconds
const NO_PROGRESS = { lower_bound: 0, best: Infinity, generated: 0, rate: 0, thousandths: null, seconds: 0 };

export function mountSolve(root, store, view) {
  const { solve, stop, seconds, secondsLabel, solveNote: note, progress, figures, result: output, solveError: error, ...ui } = parts(root);
  const playback = mountPlayback(ui.playback, store, view);
  const gap = mountGap(ui.gap);
  let search = null; // {abort, id, large, last, since}
  const large = () => store.board.tiles.length > PROVABLE;

  // The state without a running search. `clear` removes the result of the previous one.
  function idle(clear) {
    search = null;
    stop.hidden = true;
    solve.hidden = false;
    label();
    secondsLabel.hidden = !large();
    note.textContent = large() ? "Finds a good solution and a proven lower bound" : "Finds a shortest solution and proves it";
    progress.hidden = true;
    if (!clear) return;
    output.replaceChildren();
    error.textContent = "";
  }

  // An unproven solution may be improved.
  function label() {
    solve.textContent = playback.loaded() && store.known.moves && !store.proven ? "Keep searching" : "Solve";
  }

  async function start() {
    idle(true);
    playback.clear();
    const { board, goal, known, metric } = store;
    const abort = new AbortController();
    const last = { ...NO_PROGRESS, lower_bound: known.lower, best: known.moves === null ? Infinity : store.count(known.moves) };
    const current = (search = { abort, id: null, large: large(), last, since: performance.now() });
    stop.hidden = stop.disabled = figures.hidden = false;
    if (document.activeElement === solve) stop.focus();
    solve.hidden = secondsLabel.hidden = true;
    gap.start(large());
    handleEvent("progress", {});
    const clock = setInterval(() => (search === current ? handleEvent("tick", {}) : clearInterval(clock)), 250);
    // Most searches finish before anyone could read their progress.
    const slow = setTimeout(() => (progress.hidden = false), 150);
    try {
      const response = await stream("/api/solve/stream", { ...store.solveRequest(), seconds: large() ? Number(seconds.value) : 60 }, {
        signal: abort.signal,
        onEvent: (name, data) => search === current && handleEvent(name, data),
        onBusy: (wait) => (note.textContent = `The server is busy; trying again in ${wait} s…`),
      });
      if (search === current) finish(() => showResult(response));
    } catch (problem) {
      if (search !== current) return;
      const stopped = { outcome: "stopped", reason: "no result arrived", ...current.last, board, goal, metric };
      finish(() => {
        if (!isAbort(problem)) error.textContent = problem.message;
        // Keeps an earlier solution.
        if (isAbort(problem) || current.id || known.moves) showResult(stopped);
      });
    } finally {
      clearTimeout(slow);
    }
  }

  function handleEvent(name, data) {
    if (name === "done") return;
    if (name === "started") search.id = data.id;
    if (name === "queued") note.textContent = "Waiting for a free worker…";
    if (name === "building") note.textContent = `Building pattern databases… ${Math.floor(data.thousandths / 10)}%`;
    // Events have some of the fields each. Bounds never get worse, even if the server restarts the search.
    const lower = Math.max(data.lower_bound ?? 0, search.last.lower_bound);
    const best = Math.min(data.length ?? data.best ?? Infinity, search.last.best);
    search.last = { ...search.last, ...data, lower_bound: lower, best };
    if (data.seconds) search.since = performance.now() - 1000 * data.seconds;
    const { generated, rate, thousandths } = search.last;
    gap.show(lower, best);
    const rows = [
      ["Lower bound", plural(lower, "move")],
      (search.large || best < Infinity) && ["Best so far", best < Infinity ? plural(best, "move") : "–"],
      ["Time", duration((performance.now() - search.since) / 1000)],
      generated && ["Nodes", about(generated)],
      generated && ["Nodes per second", about(rate)],
    ];
    figures.replaceChildren(...rows.filter(Boolean).map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value))));
    if (name === "progress") note.textContent = search.large || !thousandths ? "Searching…" : `Searching for ${plural(lower, "move")}: ${Math.floor(thousandths / 10)}%`;
  }

  async function stopCurrent() {
    const { abort, id } = search;
    stop.disabled = true;
    note.textContent = "Stopping…";
    if (!id) return abort.abort();
    setTimeout(() => abort.abort(), STOP_TIMEOUT);
    await stopSearch(id).catch(() => abort.abort());
  }

  // Shows the result and moves the focus to the next useful control.
  function finish(show) {
    const focused = [stop, document.body].includes(document.activeElement);
    idle(false);
    show();
    if (focused) playback.loaded() ? playback.focus() : solve.focus();
  }

  function showResult(response) {
    const result = store.remember(response);
    const { outcome, moves, length, shortest, lower_bound: lower, best = Infinity } = result;
    const total = (n) => movesIn(result.metric, n);
    if (outcome === "unsolvable") {
      headline(outcome, "This board can’t reach this goal", "", `${sentence(result.why)}. No move changes this parity.`);
      return output.append(...otherGoals(store));
    }
    const cost = `${result.generated ? `${about(result.generated)} nodes in ` : ""}${duration(result.seconds)}`;
    const reason = result.reason_code === "cancelled" ? " before a solution was found" : `: ${result.reason}`;
    if (outcome === "stopped") return headline(outcome, "Stopped", reason, `A shortest solution has at least ${total(lower)}${best < Infinity ? ` and at most ${count(best)}` : ""}. ${cost}.`);
    if (!length) return headline(outcome, "Already solved", "", "All tiles are in their goal positions.");
    const more = `${inOtherMetric(moves, result.metric)}. ${cost}`;
    if (shortest) headline("proven", `Solved in ${total(length)}`, ", proven shortest", more);
    else headline(outcome, total(length), `; at least ${count(lower)} are needed`, more);
    // The optimality gap stays visible.
    progress.hidden = shortest;
    figures.hidden = true;
    gap.show(lower, length);
    playback.load(result);
    store.helped();
    label();
  }

  function headline(outcome, title, rest, more) {
    output.dataset.outcome = outcome;
    output.replaceChildren(el("h2", {}, title, el("span", {}, rest)), el("p", { class: "quiet" }, more));
    announce(`${title}${rest}. ${more}`);
    output.scrollIntoView({ block: "nearest" });
  }

  on(solve, "click", start);
  on(stop, "click", stopCurrent);
  // Another board cancels the search; a loaded solution stays while the user tries moves.
  const reset = (what) => {
    const cancelled = search;
    cancelled?.abort.abort();
    idle(true);
    if (cancelled) announce((note.textContent = `Search cancelled: the ${what} has changed`));
  };
  on(store, "goal", () => reset("goal"));
  on(store, "metric", () => reset("metric"));
  on(store, "board", ({ detail: { cause } }) => (cause === "playback" || playback.loaded() ? label() : reset("board")));
  on(store, "known", label);
  idle(true);
  return playback;
}

// The optimality gap between lower bound and best solution, scaled to the first solution.
function mountGap(figure) {
  const [found, proven] = figure.querySelectorAll("i");
  const caption = $("figcaption", figure);
  let scale = 0;
  return {
    start(shown) {
      figure.hidden = !shown;
      scale = 0;
      found.style.transform = proven.style.transform = "";
      caption.textContent = "No solution yet";
    },
    show(lower, best) {
      if (best === Infinity) return;
      scale ||= best;
      figure.hidden = false;
      found.style.transform = `scaleX(${best / scale})`;
      proven.style.transform = `scaleX(${lower / scale})`;
      caption.textContent = `${plural(best, "move")} found, lower bound ${count(lower)}: optimality gap ${count(best - lower)}`;
    },
  };
}
