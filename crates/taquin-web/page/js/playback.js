// Plays a solution on the board: forwards, backwards, from any move.

import { $, announce, calm, copyFrom, count, el, on, parts } from "./dom.js";
import { applyMoves, ARROW, reversed, runLength, same, tileOf, toLines, toText, WORD } from "./puzzle.js";

const SLIDE = 150; // milliseconds that a slide takes when nothing hurries it

const WRITE = {
  short: ({ moves }) => runLength(moves),
  letters: ({ moves }) => moves,
  boards({ board, moves }) {
    const boards = [board];
    for (const move of moves) boards.push(applyMoves(boards.at(-1), move));
    return `${boards.map(toLines).join("\n\n")}\n`;
  },
  json: (answer) => JSON.stringify({ ...answer, board: toText(answer.board), goal: toText(answer.goal.board) }, null, 2),
};

export function mountPlayback(root, store, view) {
  const { scrubber, moveList: list, speed, position, playbackPlay: play } = parts(root);
  let answer = null; // the solution, as /api/solve gave it
  let board = null; // the board at move `at`
  let at = 0;
  let timer = null;

  /** Shows an answer's solution, at its start. */
  function load(solved) {
    answer = solved;
    board = solved.board;
    at = 0;
    scrubber.max = solved.length;
    root.hidden = false;
    fillList();
    show();
  }

  function clear() {
    pause();
    answer = null;
    root.hidden = true;
  }

  function go(to, say = true) {
    const { moves, length, lower_bound: lower } = answer;
    to = Math.min(Math.max(to, 0), length);
    if (to === at && same(board, store.board)) return;
    board = applyMoves(board, to > at ? moves.slice(at, to) : reversed(moves.slice(to, at)));
    at = to;
    store.setBoard(board, { cause: "playback", known: { moves: moves.slice(at), lower: Math.max(lower - at, 0), asked: true } });
    show();
    if (say) announce(at ? `Move ${at} of ${length}: ${list.children[at - 1].title}` : "The start");
  }

  const jump = (to) => {
    pause();
    go(to);
  };

  function toggle() {
    if (!answer) return;
    if (timer) return pause();
    // On a phone, the board may be out of sight.
    $("#board").scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
    go(at === answer.length ? 0 : at, false);
    label("pause", "Pause (Space)");
    const tick = () => {
      timer = setTimeout(tick, 1000 / speed.value);
      view.setPace(Math.min(SLIDE, 850 / speed.value));
      go(at + 1, false);
      if (at < answer.length) return;
      pause();
      announce("The goal is reached");
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
    const { length } = answer;
    scrubber.value = at;
    // Where the user has gone another way, the solution waits.
    const [left, where] = [!same(board, store.board), `${count(at)} of ${count(length)}`];
    root.classList.toggle("left", left);
    scrubber.ariaValueText = position.textContent = left ? `Off the solution (at ${where})` : where;
    $("[aria-current]", list)?.removeAttribute("aria-current");
    const current = list.children[at - 1];
    current?.setAttribute("aria-current", "step");
    const top = current?.offsetTop ?? 0;
    if (top < list.scrollTop || top + 34 > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  function fillList() {
    let from = answer.board;
    const chips = [...answer.moves].map((move, i) => {
      const tile = tileOf(from, move);
      from = applyMoves(from, move);
      return el("span", { "data-move": i + 1, title: `${tile} ${WORD[move]}` }, `${ARROW[move]} ${tile}`);
    });
    list.replaceChildren(...chips);
  }

  for (const n of [1, 2, 4, 8, 16, 32]) speed.append(el("option", { value: n, selected: n === 4 }, `${n} a second`));
  on(store, "board", ({ detail: { cause } }) => {
    if (!answer || cause === "playback") return;
    if (cause === "set") return clear();
    pause();
    show();
  });
  on(store, "goal", clear);
  on(play, "click", toggle);
  const ways = { start: () => 0, back: () => at - 1, next: () => at + 1, end: () => answer.length };
  for (const [name, to] of Object.entries(ways)) on($(`#playback-${name}`), "click", () => jump(to()));
  on(scrubber, "input", () => jump(scrubber.valueAsNumber));
  on(list, "click", ({ target }) => target.dataset.move && jump(Number(target.dataset.move)));
  on(root, "keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end" }[event.key];
    if (!name || event.target.matches("input, select")) return;
    event.preventDefault();
    jump(ways[name]());
  });
  for (const [form, write] of Object.entries(WRITE)) {
    on($(`#copy-${form}`), "click", ({ currentTarget }) => copyFrom(currentTarget, write(answer)));
  }

  return { load, clear, toggle, loaded: () => answer !== null, focus: () => play.focus() };
}
