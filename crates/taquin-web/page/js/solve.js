// The search: started, watched while it runs, stopped; its result in words. The playback shows the rest.

import { $, about, announce, count, duration, el, on, parts, plural, sentence } from "./dom.js";
import { isAbort, stopSearch, stream } from "./api.js";
import { mountPlayback } from "./playback.js";
import { PROVABLE } from "./puzzle.js";
import { otherGoals } from "./setup.js";

const PATIENCE = 2000; // milliseconds that a stopped search has to answer
const NOTHING = { lower_bound: 0, best: Infinity, generated: 0, rate: 0, thousandths: null, seconds: 0 };

export function mountSolve(root, store, view) {
  const { solve, stop, seconds, secondsLabel, solveNote: note, progress, figures, result, solveError: error, ...ui } = parts(root);
  const playback = mountPlayback(ui.playback, store, view);
  const gap = mountGap(ui.gap);
  let search = null; // {abort, id, large, last, since}
  const large = () => store.board.tiles.length > PROVABLE;

  // As things are while nothing runs. What was said goes, if it was said of another board.
  function idle(clear) {
    search = null;
    stop.hidden = true;
    solve.hidden = false;
    label();
    secondsLabel.hidden = !large();
    note.textContent = large() ? "The best it finds, and how far off that may be" : "Finds the fewest moves, and proves it";
    progress.hidden = true;
    if (!clear) return;
    result.replaceChildren();
    error.textContent = "";
  }

  // A solution that may not be the best can be bettered.
  function label() {
    solve.textContent = playback.loaded() && store.known.moves && !store.proven ? "Go on" : "Solve";
  }

  async function start() {
    idle(true);
    playback.clear();
    const { board, goal, known } = store;
    const abort = new AbortController();
    const last = { ...NOTHING, lower_bound: known.lower, best: known.moves?.length ?? Infinity };
    const current = (search = { abort, id: null, large: large(), last, since: performance.now() });
    stop.hidden = stop.disabled = figures.hidden = false;
    if (document.activeElement === solve) stop.focus();
    solve.hidden = secondsLabel.hidden = true;
    gap.start(large());
    heard("progress", {});
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
      if (search !== current) return;
      const stopped = { outcome: "stopped", reason: "no answer came", ...current.last, board, goal };
      finish(() => {
        if (!isAbort(problem)) error.textContent = problem.message;
        // What was known stays so.
        if (isAbort(problem) || current.id || known.moves) tell(stopped);
      });
    } finally {
      clearTimeout(slow);
    }
  }

  function heard(name, data) {
    if (name === "done") return;
    if (name === "started") search.id = data.id;
    if (name === "queued") note.textContent = "Waiting for its turn…";
    if (name === "building") note.textContent = `Preparing the proof… ${Math.floor(data.thousandths / 10)}%`;
    // Each event tells a part. What was proven stays so, also where a search begins anew; the clock goes on by itself.
    const lower = Math.max(data.lower_bound ?? 0, search.last.lower_bound);
    const best = Math.min(data.length ?? data.best ?? Infinity, search.last.best);
    search.last = { ...search.last, ...data, lower_bound: lower, best };
    if (data.seconds) search.since = performance.now() - 1000 * data.seconds;
    const { generated, rate, thousandths } = search.last;
    gap.show(lower, best);
    const rows = [
      ["At least", plural(lower, "move")],
      (search.large || best < Infinity) && ["Best so far", best < Infinity ? plural(best, "move") : "–"],
      ["Time", duration((performance.now() - search.since) / 1000)],
      generated && ["Nodes", about(generated)],
      generated && ["Nodes a second", about(rate)],
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

  function tell(given) {
    const answer = store.remember(given);
    const { outcome, length, shortest, lower_bound: lower, best = Infinity } = answer;
    if (outcome === "unsolvable") {
      say(outcome, "This board can’t be solved to this goal", "", `${sentence(answer.why)}. No slide changes whether that is even or odd.`);
      return result.append(...otherGoals(store));
    }
    const cost = `${answer.generated ? `${about(answer.generated)} nodes in ` : ""}${duration(answer.seconds)}`;
    const reason = answer.reason_code === "cancelled" ? ", without a solution yet" : `: ${answer.reason}`;
    if (outcome === "stopped") return say(outcome, "Stopped", reason, `The shortest solution has at least ${plural(lower, "move")}${best < Infinity ? `, and at most ${count(best)}` : ""}. ${cost}.`);
    if (!length) return say(outcome, "Already solved", "", "There is nothing to do.");
    if (shortest) say("proven", `Solved in ${plural(length, "move")}`, ", proven shortest", cost);
    else say(outcome, plural(length, "move"), `; the shortest has at least ${count(lower)}`, cost);
    // Where a gap is left, it stays to be seen.
    progress.hidden = shortest;
    figures.hidden = true;
    gap.show(lower, length);
    playback.load(answer);
    label();
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
    const ended = search;
    ended?.abort.abort();
    idle(true);
    if (ended) announce((note.textContent = "The search ended: the board has changed"));
  };
  on(store, "goal", anew);
  on(store, "board", ({ detail: { cause } }) => (cause === "playback" || playback.loaded() ? label() : anew()));
  on(store, "known", label);
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
      if (best === Infinity) return;
      scale ||= best;
      figure.hidden = false;
      found.style.transform = `scaleX(${best / scale})`;
      proven.style.transform = `scaleX(${lower / scale})`;
      words.textContent = `${plural(best, "move")} found, at least ${count(lower)} proven: a gap of ${count(best - lower)}`;
    },
  };
}
