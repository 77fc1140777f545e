// The search: started, watched while it runs, stopped; its result in words. The playback shows the rest.

import { $, about, announce, count, duration, el, on, parts, plural, sentence } from "./dom.js";
import { isAbort, stopSearch, stream } from "./api.js";
import { mountPlayback } from "./playback.js";

const PROVABLE = 16; // cells: up to these, the search goes on until its solution is proven
const PATIENCE = 2000; // milliseconds that a stopped search has to answer
const NOTHING = { lower_bound: 0, best: null, generated: 0, rate: 0, thousandths: null, seconds: 0 };

export function mountSolve(root, store, view) {
  const { solve, stop, seconds, secondsLabel, solveNote: note, progress, figures, building, result, solveError: error, ...ui } = parts(root);
  const playback = mountPlayback(ui.playback, store, view);
  const gap = mountGap(ui.gap);
  let search = null; // {abort, id, large, last, since}
  const large = () => store.board.tiles.length > PROVABLE;

  // As things are while nothing runs. What was said goes, if it was said of another board.
  function idle(clear) {
    search = null;
    stop.hidden = true;
    solve.hidden = false;
    secondsLabel.hidden = !large();
    note.textContent = large() ? "The best it finds, and how far off that may be" : "Finds the fewest moves, and proves it";
    progress.hidden = true;
    if (!clear) return;
    result.replaceChildren();
    error.textContent = "";
  }

  async function start() {
    idle(true);
    playback.clear();
    const abort = new AbortController();
    const current = (search = { abort, id: null, large: large(), last: NOTHING, since: performance.now() });
    stop.hidden = stop.disabled = figures.hidden = false;
    if (document.activeElement === solve) stop.focus();
    solve.hidden = secondsLabel.hidden = true;
    gap.start(large());
    heard("progress", NOTHING);
    const clock = setInterval(() => (search === current ? heard("tick", {}) : clearInterval(clock)), 250);
    // Most answers are there before figures could be read.
    const slow = setTimeout(() => (progress.hidden = false), 150);
    try {
      const answer = await stream("/api/solve/stream", { ...store.request(), seconds: large() ? Number(seconds.value) : 60 }, {
        signal: abort.signal,
        onEvent: (name, data) => search === current && heard(name, data),
        onBusy: (wait) => (note.textContent = `The server is busy; trying again in ${wait} s…`),
      });
      if (search === current) finish(() => tell(answer));
    } catch (problem) {
      const stopped = { outcome: "stopped", reason: "no answer came", ...current.last };
      if (search === current) finish(() => (isAbort(problem) ? tell(stopped) : (error.textContent = problem.message)));
    } finally {
      clearTimeout(slow);
    }
  }

  function heard(name, data) {
    if (name === "done") return;
    if (name === "started") search.id = data.id;
    if (name === "queued") note.textContent = "Waiting for its turn…";
    if (name === "building") {
      building.style.setProperty("--part", data.thousandths / 1000);
      building.ariaValueNow = Math.round(data.thousandths / 10);
      note.textContent = `Building the tables ${data.tables}…`;
    }
    if (name !== "tick") building.hidden = name !== "building";
    // Each event tells a part. What was proven stays so, also where a search begins anew; the clock goes on by itself.
    const lower = Math.max(data.lower_bound ?? 0, search.last.lower_bound);
    const best = data.length ?? data.best ?? search.last.best;
    search.last = { ...search.last, ...data, lower_bound: lower, best };
    if (data.seconds) search.since = performance.now() - 1000 * data.seconds;
    const { generated, rate, thousandths } = search.last;
    gap.show(lower, best);
    const counts = generated > 0 && building.hidden;
    const rows = [
      ["At least", plural(lower, "move")],
      search.large && ["Best so far", best ? plural(best, "move") : "–"],
      ["Time", duration((performance.now() - search.since) / 1000)],
      counts && ["Nodes", about(generated)],
      counts && ["Nodes a second", about(rate)],
    ];
    figures.replaceChildren(...rows.filter(Boolean).map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value))));
    if (name === "progress") note.textContent = search.large || !thousandths ? "Searching…" : `Looking for ${count(lower)} moves: ${Math.floor(thousandths / 10)}%`;
  }

  async function end() {
    const { abort, id } = search;
    stop.disabled = true;
    note.textContent = "Stopping…";
    if (!id) return abort.abort();
    setTimeout(() => abort.abort(), PATIENCE);
    await stopSearch(id).catch(() => abort.abort());
  }

  // The focus goes on to what is of use next.
  function finish(say) {
    const focused = [stop, document.body].includes(document.activeElement);
    idle(false);
    say();
    if (focused) playback.loaded() ? playback.focus() : solve.focus();
  }

  function tell(answer) {
    store.remember(answer);
    const { outcome, length, shortest, lower_bound: lower } = answer;
    if (outcome === "unsolvable") return say(outcome, "This board can’t be solved", "", `${sentence(answer.why)}. No slide changes whether that is even or odd.`);
    const cost = `${answer.generated ? `${about(answer.generated)} nodes in ` : ""}${duration(answer.seconds)}`;
    const reason = /interrupted/.test(answer.reason) ? ", without a solution yet" : `: ${answer.reason}`;
    if (outcome === "stopped") return say(outcome, "Stopped", reason, `The shortest solution has at least ${plural(lower, "move")}. ${cost}.`);
    if (!length) return say(outcome, "Already solved", "", "There is nothing to do.");
    if (shortest) say("proven", `Solved in ${plural(length, "move")}`, ", proven shortest", cost);
    else say(outcome, plural(length, "move"), `; the shortest has at least ${count(lower)}`, cost);
    // Where a gap is left, it stays to be seen.
    progress.hidden = shortest;
    figures.hidden = building.hidden = true;
    gap.show(lower, length);
    playback.load(answer);
  }

  function say(outcome, words, rest, more) {
    result.dataset.outcome = outcome;
    result.replaceChildren(el("h2", {}, words, el("span", {}, rest)), el("p", { class: "quiet" }, more));
    announce(`${words}${rest}. ${more}`);
    result.scrollIntoView({ block: "nearest" });
  }

  on(solve, "click", start);
  on(stop, "click", end);
  // An answer to another board would only confuse; but a solution waits while the user tries moves.
  const anew = () => {
    search?.abort.abort();
    idle(true);
  };
  on(store, "goal", anew);
  on(store, "board", ({ detail: { cause } }) => cause !== "playback" && !playback.loaded() && anew());
  idle(true);
  return playback;
}

// The gap between what is proven and what is found, on a scale that ends at the first solution.
function mountGap(figure) {
  const [found, proven] = figure.querySelectorAll("i");
  const words = $("figcaption", figure);
  let scale = 0;
  return {
    start(shown) {
      figure.hidden = !shown;
      scale = 0;
      found.style.transform = proven.style.transform = "";
      words.textContent = "No solution yet";
    },
    show(lower, best) {
      if (!best) return;
      scale ||= best;
      figure.hidden = false;
      found.style.transform = `scaleX(${best / scale})`;
      proven.style.transform = `scaleX(${lower / scale})`;
      words.textContent = `${plural(best, "move")} found, at least ${count(lower)} proven: a gap of ${count(best - lower)}`;
    },
  };
}
