// An analysis on the page: summary, plot, moves and mistakes. A selected move is shown on the board.

import { announce, count, el, on, parts, plural } from "./dom.js";
import { inOtherMetric, movesIn } from "./names.js";
import { miniBoard } from "./mini-board.js";
import { leftPlot } from "./plot.js";
import { applyMoves, OPPOSITE, runLength, split } from "./puzzle.js";

const SHOWN = 8; // moves of a better continuation

export function mountAnalysis(root, store) {
  const { analyzeTitle: title, analyzeMore: more, analyzeMoveList: list, analyzeMistakes: mistakes, analyzePosition: position, analyzeMini: mini } = parts(root);
  const plot = leftPlot(go);
  more.parentElement.after(plot.root);
  let analysis = null; // as returned by /api/analyze
  let boards = []; // before each move, and after the last
  let at = 0;
  let spell = runLength; // moves as letters with counts

  /** Shows an analysis. `ofBlank` is true if letters name the motion of the blank. */
  function load(response, ofBlank) {
    analysis = response;
    spell = (moves) => runLength(ofBlank ? moves.replace(/./g, (letter) => OPPOSITE[letter]) : moves);
    const { moves, length, optimum, metric } = response;
    boards = [response.board];
    for (const { move } of moves) boards.push(applyMoves(boards.at(-1), move));
    const wrong = moves.flatMap(({ cost }, i) => (cost ? [i] : []));
    const excess = length - optimum;
    title.replaceChildren(movesIn(metric, length), el("span", {}, excess ? `, ${count(excess)} more than the optimum of ${count(optimum)}` : ", as few as possible"));
    root.dataset.outcome = excess ? "" : "proven";
    const total = `${inOtherMetric(moves.map(({ move }) => move).join(""), metric)}.`;
    more.textContent = `${wrong.length ? `${plural(wrong.length, "mistake")}. ` : ""}${total}`;
    list.replaceChildren(...moves.map(chip));
    mistakes.replaceChildren(...wrong.map(mistake));
    root.hidden = false;
    plot.draw([...moves.map(({ left }) => left), 0], wrong);
    select(length);
    announce(`${title.textContent}. ${more.textContent}`);
  }

  const chip = ({ move, left, cost }, i) => {
    const label = `Move ${i + 1}: ${spell(move)}${cost ? `, costs ${cost}` : ""}; ${plural(left, "move")} left before`;
    return el("span", { "data-move": i + 1, class: cost && "is-mistake", title: label }, spell(move), cost > 0 && el("small", {}, `+${cost}`));
  };

  const mistake = (i) => {
    const { move, cost, better } = analysis.moves[i];
    const steps = split(better, analysis.metric);
    const shown = steps.slice(0, SHOWN).map(spell).join(" ") + (steps.length > SHOWN ? " …" : "");
    const words = [el("b", {}, `Move ${i + 1}: ${spell(move)}`), el("span", { class: "cost" }, `+${cost}`), el("span", {}, `Better: ${shown}`)];
    return el("li", {}, el("button", { title: "Show the board before this move", onclick: () => go(i) }, words));
  };

  // Shows the board after `to` moves, and selects the last of them.
  function go(to) {
    if (!analysis) return;
    const { moves, length, metric, goal } = analysis;
    to = Math.min(Math.max(to, 0), length);
    const { left = 0, better = null } = moves[to] ?? {};
    // Before a mistake, hints show the better continuation.
    const known = metric === store.metric && (better !== null || to === length) ? { moves: better ?? "", lower: left, searched: true } : undefined;
    store.setBoard(boards[to], { goal, cause: "review", known });
    select(to);
    announce(position.textContent);
  }

  function select(to) {
    at = to;
    const { length, moves } = analysis;
    const left = moves[at]?.left ?? 0;
    position.textContent = `${at ? `After move ${count(at)} of ${count(length)}` : "Start"}: ${plural(left, "move")} left`;
    mini.replaceChildren(miniBoard(boards[at], analysis.goal.board.tiles));
    plot.mark(at);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[at - 1];
    current?.setAttribute("aria-current", "step");
    const top = current?.offsetTop ?? 0;
    if (top < list.scrollTop || top + 34 > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  function clear() {
    analysis = null;
    root.hidden = true;
  }

  on(list, "click", ({ target }) => {
    const { move } = target.closest("[data-move]")?.dataset ?? {};
    if (move) go(Number(move));
  });
  on(list, "keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: analysis.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  return { load, clear, loaded: () => analysis !== null };
}
