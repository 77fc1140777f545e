// Plays a solution on the board, forwards and backwards.

import { $, announce, reducedMotion, copyFrom, count, el, on, parts } from "./dom.js";
import { applyMoves, ARROW, reversed, runLength, same, split, tilesOf, toLines, toText, WORD } from "./puzzle.js";

const SLIDE = 150; // milliseconds per slide, at most

const FORMATS = {
  short: ({ moves }) => runLength(moves),
  letters: ({ moves }) => moves,
  boards({ board, moves, metric }) {
    const boards = [board];
    for (const move of split(moves, metric)) boards.push(applyMoves(boards.at(-1), move));
    return `${boards.map(toLines).join("\n\n")}\n`;
  },
  json: (solution) => JSON.stringify({ ...solution, board: toText(solution.board), goal: toText(solution.goal.board) }, null, 2),
};

export function mountPlayback(root, store, view) {
  const { scrubber, moveList: list, speed, position, playbackPlay: play } = parts(root);
  let solution = null; // as returned by /api/solve
  let steps = []; // its moves, as counted in its metric
  let board = null; // the board at move `at`
  let at = 0;
  let timer = null;

  /** Shows a solution from its start. */
  function load(result) {
    solution = result;
    steps = split(result.moves, result.metric);
    board = result.board;
    at = 0;
    scrubber.max = result.length;
    root.hidden = false;
    fillList();
    show();
  }

  function clear() {
    pause();
    solution = null;
    root.hidden = true;
  }

  function go(to, announces = true) {
    const { length, lower_bound: lower } = solution;
    to = Math.min(Math.max(to, 0), length);
    if (to === at && same(board, store.board)) return;
    board = applyMoves(board, to > at ? steps.slice(at, to).join("") : reversed(steps.slice(to, at).join("")));
    at = to;
    store.setBoard(board, { cause: "playback", known: { moves: steps.slice(at).join(""), lower: Math.max(lower - at, 0), searched: true } });
    show();
    if (announces) announce(at ? `Move ${at} of ${length}: ${list.children[at - 1].title}` : "Start");
  }

  const jump = (to) => {
    pause();
    go(to);
  };

  function toggle() {
    if (!solution) return;
    if (timer) return pause();
    // On a phone, the board may be out of view.
    $("#board").scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
    go(at === solution.length ? 0 : at, false);
    label("pause", "Pause (Space)");
    const tick = () => {
      timer = setTimeout(tick, 1000 / speed.value);
      view.setPace(Math.min(SLIDE, 850 / speed.value));
      go(at + 1, false);
      if (at < solution.length) return;
      pause();
      announce("Goal reached");
    };
    timer = setTimeout(tick, 150);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    view.setPace(SLIDE);
    label("play", "Play (Space)");
  }

  function label(icon, title) {
    $("use", play).setAttribute("href", `#i-${icon}`);
    play.title = title;
  }

  function show() {
    const { length } = solution;
    scrubber.value = at;
    // The user may have left the solution by sliding tiles.
    const off = !same(board, store.board);
    const where = `${count(at)} of ${count(length)}`;
    root.classList.toggle("left", off);
    scrubber.ariaValueText = position.textContent = off ? `Off the solution (at ${where})` : where;
    $("[aria-current]", list)?.removeAttribute("aria-current");
    const current = list.children[at - 1];
    current?.setAttribute("aria-current", "step");
    const top = current?.offsetTop ?? 0;
    if (top < list.scrollTop || top + 34 > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  function fillList() {
    let from = solution.board;
    const chips = steps.map((move, i) => {
      const tiles = tilesOf(from, move).join(", ");
      from = applyMoves(from, move);
      const text = solution.metric === "multi" ? runLength(move) : `${ARROW[move]} ${tiles}`;
      return el("span", { "data-move": i + 1, title: `${tiles} ${WORD[move[0]]}` }, text);
    });
    list.replaceChildren(...chips);
  }

  for (const n of [1, 2, 4, 8, 16, 32]) speed.append(el("option", { value: n, selected: n === 4 }, `${n} per second`));
  on(store, "board", ({ detail: { cause } }) => {
    if (!solution || cause === "playback") return;
    if (cause === "set") return clear();
    pause();
    show();
  });
  on(store, "goal", clear);
  on(store, "metric", clear);
  on(play, "click", toggle);
  const targets = { start: () => 0, back: () => at - 1, next: () => at + 1, end: () => solution.length };
  for (const [name, to] of Object.entries(targets)) on($(`#playback-${name}`), "click", () => jump(to()));
  on(scrubber, "input", () => jump(scrubber.valueAsNumber));
  on(list, "click", ({ target }) => target.dataset.move && jump(Number(target.dataset.move)));
  on(root, "keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end" }[event.key];
    if (!name || event.target.matches("input, select")) return;
    event.preventDefault();
    jump(targets[name]());
  });
  for (const [format, write] of Object.entries(FORMATS)) {
    on($(`#copy-${format}`), "click", ({ currentTarget }) => copyFrom(currentTarget, write(solution)));
  }

  return { load, clear, toggle, loaded: () => solution !== null, focus: () => play.focus() };
}
