// Watch it think: A* as Princeton's course specifies it, step by step on the user's board. The server sends the whole
// search at once (/api/trace); here one goes through it, forwards and back.

import { $, announce, count, debounce, each, el, on, parts, plural, svg } from "./dom.js";
import { isAbort, post } from "./api.js";
import { estimatesOf, HEURISTICS, nameOf } from "./names.js";
import { WORD } from "./puzzle.js";
import { queueView } from "./queue-view.js";
import { Replay } from "./replay.js";
import { treeView } from "./tree-view.js";

const STEPS = 1000;
const FIGURES = ["enqueued", "dequeued", "waiting", "largest"];

const STATES = {
  now: "comes off now",
  fresh: "goes into the queue",
  wait: "waits in the queue",
  done: "came off, in the step on the disc",
  cut: "left out: it is the board before",
  path: "on the way to the goal",
};

const BUTTONS = [
  ["first", "end", "To the first step (Home)"],
  ["back", "next", "One step back (←)"],
  ["step", "next", "One step (→)", "Step"],
  ["run", "play", "Run or pause (Space)", "Run"],
  ["end", "end", "To the end (End)"],
];

const button = ([name, icon, title, text = ""]) =>
  `<button class="btn ${name === "step" ? "primary" : text || "icon"}" id="think-${name}" title="${title}">
<svg ${/first|back/.test(name) ? 'class="mirror"' : ""}><use href="#i-${icon}"/></svg><span>${text}</span></button>`;

const PAGE = `<p class="small quiet">Again and again, A* takes the board with the smallest <b>f = g + h</b> off its queue: g moves made, and at
least h to come.</p>
<div class="think-controls"><div class="think-buttons">${each(BUTTONS, button)}</div>
<div class="think-scrub"><input type="range" min="0" aria-label="Step" id="think-scrubber"><output class="small quiet number" id="think-where"></output></div>
<div class="think-line"><p class="think-summary" id="think-summary"></p><div class="row"><select aria-label="Estimate h" id="think-heuristic"></select>
<select aria-label="Speed" id="think-speed">${each([1, 2, 5, 20, 60], (n) => `<option value="${n}">${n} a second</option>`)}</select></div></div></div>
<div class="think-notice" id="think-notice" hidden><p></p><button class="btn" id="think-easier">Use an easier board</button></div>
<p class="error" role="alert" id="think-error"></p>
<div class="think-body" id="think-body" hidden>
<section class="think-queue" id="think-queue"><dl class="number">
${each(FIGURES, (name) => `<div><dt>${name}</dt><dd id="think-${name}"></dd></div>`)}</dl></section>
<div class="think-main"><section class="think-node" id="think-node"></section><div><section class="think-tree"></section>
<ul class="think-legend small quiet">${each(Object.entries(STATES), ([name, text]) => `<li class="is-${name}">${text}</li>`)}</ul></div></div></div>`;

export function mountThink(root, store) {
  root.classList.add("think");
  root.tabIndex = -1;
  root.innerHTML = PAGE;
  const ui = parts(root);
  const { thinkScrubber: scrubber, thinkHeuristic: heuristic, thinkSummary: summary, thinkNode: node, thinkRun: run, thinkSpeed: speed, thinkWhere: where } = ui;
  const { thinkError: error, thinkNotice: notice, thinkBody: body } = ui;
  const figures = FIGURES.map((name) => $(`#think-${name}`));
  const showQueue = queueView(ui.thinkQueue, pick);
  const tree = treeView($(".think-tree", root), pick);
  offer(Object.keys(HEURISTICS));
  heuristic.value = "manhattan";
  speed.value = 2;

  let replay = null;
  let [k, end] = [0, 0];
  let picked = null;
  let asking = null;
  let loaded = "";
  let running = 0;

  // A panel that is not shown has no size. It can wait for its trace; when it is shown, the observer is told.
  const visible = () => root.getClientRects().length > 0;
  const request = () => ({ ...store.request(), heuristic: heuristic.value, steps: STEPS });
  const later = debounce(load, 150);

  function refresh() {
    if (!visible() || JSON.stringify(request()) === loaded) return;
    pause();
    asking?.abort();
    later(replay ? undefined : 0);
  }

  async function load() {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const wanted = request();
    loaded = JSON.stringify(wanted);
    root.ariaBusy = true;
    try {
      const trace = await post("/api/trace", wanted, { signal });
      if (signal.aborted) return;
      replay = new Replay(trace);
      scrubber.max = end = replay.steps;
      error.textContent = "";
      tree.load(replay);
    } catch (failure) {
      if (signal.aborted || isAbort(failure)) return;
      // What the server refuses it will refuse again; all else may go better the next time.
      if (failure.status !== 422) loaded = "";
      replay = null;
      error.textContent = failure.message;
    }
    root.ariaBusy = false;
    body.hidden = !replay;
    summary.textContent = "";
    if (replay) go(0);
    else enable();
    warn();
  }

  function offer(names) {
    for (const name of names) if (!$(`[value="${name}"]`, heuristic)) heuristic.append(el("option", { value: name }, `h: ${nameOf(HEURISTICS, name)}`));
  }

  // Heuristics that are not for this size are not offered.
  function informed() {
    const known = estimatesOf(store.info).map((estimate) => estimate.heuristic);
    offer(known);
    for (const option of heuristic.options) option.disabled = known.length > 0 && !known.includes(option.value);
    if (heuristic.selectedOptions[0]?.disabled) heuristic.value = "manhattan";
    refresh();
    warn();
  }

  function enable() {
    const focused = root.contains(document.activeElement);
    ui.thinkFirst.disabled = ui.thinkBack.disabled = !replay || k === 0;
    ui.thinkStep.disabled = ui.thinkEnd.disabled = !replay || k === end;
    run.disabled = scrubber.disabled = !replay;
    // A button that is disabled under one's fingers would swallow the keys.
    if (focused && !$(":focus:enabled, :focus:not(button)", root)) root.focus({ preventScroll: true });
  }

  // What is to be said of a trace that does not end at the goal.
  function warn() {
    const { end: ended = "goal", solvable, nodes, heuristic: by } = replay?.trace ?? {};
    const estimates = estimatesOf(store.info);
    const own = estimates.find((one) => one.heuristic === by)?.estimate;
    const better = estimates.some(({ estimate }) => estimate > own);
    notice.hidden = ended === "goal";
    const why = store.info?.solvable === false ? ` (${store.info.why})` : "";
    $("p", notice).textContent = solvable
      ? `The goal is not among the first ${ended === "nodes" ? plural(nodes.length, "board") : plural(end, "step")}. An easier board${better ? ", or a better h," : ""} gets there sooner.`
      : `This board can’t be solved${why}, so A* never ends: here are its first ${plural(end, "step")}. The course’s solver searches a twin along with it, with two tiles exchanged. If the twin reaches the goal, the board can’t.`;
  }

  async function easier() {
    error.textContent = "";
    await store.draw({ moves: store.board.tiles.length === 4 ? 4 : 12 }).catch((failure) => (error.textContent = failure.message));
  }

  function toggle() {
    if (running) return pause();
    if (k === end) go(0);
    let before = performance.now();
    const tick = (now) => {
      const wait = 1000 / speed.value;
      // If the browser was away for long, the steps that were missed are not made up for.
      if (now - before > 10 * wait) before = now - wait;
      // A frame may have begun before the click that it follows.
      const due = Math.max(Math.floor((now - before) / wait), 0);
      before += due * wait;
      if (due) go(Math.min(k + due, end), wait < 200 ? 0 : 350);
      if (k === end) return pause(announce(summary.textContent));
      running = requestAnimationFrame(tick);
    };
    running = requestAnimationFrame(tick);
    face("Pause");
  }

  function pause() {
    cancelAnimationFrame(running);
    running = 0;
    face("Run");
  }

  function face(text) {
    $("span", run).textContent = text;
    $("use", run).setAttribute("href", text === "Run" ? "#i-play" : "#i-pause");
  }

  // To a position at the user's wish.
  function jump(to) {
    pause();
    const next = Math.min(Math.max(to, 0), end);
    go(next, Math.abs(next - k) === 1 ? 350 : 0);
    announce(summary.textContent);
  }

  function pick(id) {
    picked = id === picked ? null : id;
    if (id !== null) pause();
    showNode();
    tree.select(picked);
  }

  function go(to, ms = 0) {
    k = to;
    picked = null;
    scrubber.value = k;
    scrubber.ariaValueText = where.textContent = k === end ? `End: ${plural(end, "step")}` : `Step ${count(k)} of ${count(end)}`;
    [replay.enqueued[k], k, replay.waiting(k), replay.largest[k]].forEach((n, i) => (figures[i].textContent = count(n)));
    summary.textContent = words();
    summary.classList.toggle("is-path", k === end && replay.found(k));
    showQueue(replay, k, ms);
    tree.show(k, ms);
    showNode();
    enable();
  }

  function words() {
    const { enqueued, moves } = replay.trace;
    const totals = `Nodes enqueued: ${count(enqueued)}, dequeued: ${count(end)}.`;
    if (k === end && moves === null) return `The goal was not dequeued in ${plural(k, "step")}. ${totals}`;
    if (k === end) return `The goal was dequeued in step ${count(k - 1)}. Moves: ${moves.length}. ${totals}`;
    if (replay.found(k)) return `Step ${count(k)}: the goal comes off. No board that waits can lead to it in fewer moves.`;
    const id = replay.current(k);
    const into = replay.children(id).filter((kid) => replay.nodes[kid].state !== "pruned").length;
    return `Step ${count(k)}: f = ${replay.f(id)} is the smallest, so this board comes off. Into the queue: ${into} of its ${replay.kids[id]} neighbours.`;
  }

  function showNode() {
    const id = picked ?? replay.current(k);
    const goal = picked === null && replay.found(k);
    const kids = replay.taken[id] <= k ? replay.children(id) : [];
    const title = goal ? "The goal comes off" : picked === null && k === end ? "Came off last" : fate(id);
    const close = picked !== null && el("button", { class: "btn plain", title: "Back to the step", onclick: () => pick(null) }, "×");
    node.replaceChildren(
      el("div", {}, el("h2", {}, title), close),
      ...large(id),
      el("p", { class: "number" }, `f = g + h = ${replay.sum(id)}`, el("b", {}, replay.f(id))),
      goal ? el("p", {}, "Moves: ", el("b", {}, replay.trace.moves || "none")) : el("ul", {}, kids.map(child)),
    );
  }

  function fate(id) {
    const state = replay.state(id, k);
    return state === "done" ? `came off in step ${count(replay.taken[id])}` : STATES[state];
  }

  // The board with each tile's share of h, and how they add up.
  function large(id) {
    const { rows, cols, goal, trace } = replay;
    const { tiles, estimate, shares } = replay.nodes[id];
    const terms = [];
    const tile = (number, cell) => {
      const [x, y, share] = [(cell % cols) * 40, Math.floor(cell / cols) * 40, shares?.[cell]];
      if (!number) return null;
      terms[number - 1] = share;
      return svg(
        "g",
        { class: number === goal[cell] ? "home" : "" },
        svg("rect", { x: x + 1.5, y: y + 1.5, width: 37, height: 37, rx: 5 }),
        svg("text", { x: x + (shares ? 16 : 20), y: y + (shares ? 22 : 26) }, number),
        shares && svg("text", { class: share ? "share" : "share quiet", x: x + 35, y: y + 34.5 }, share),
      );
    };
    const attrs = { viewBox: `-2 -2 ${cols * 40 + 4} ${rows * 40 + 4}`, role: "img", "aria-label": replay.words(id) };
    const board = svg("svg", attrs, tiles.map(tile));
    const sums = [];
    if (shares) {
      const listed = terms.length > 15 ? terms.filter(Boolean) : terms;
      const conflicts = (estimate - terms.reduce((a, b) => a + b)) / 2;
      sums.push(...listed.slice(0, 30).map((share) => (share ? `${share}` : el("span", { class: "quiet" }, share))));
      if (listed.length > 30) sums.push("…");
      if (conflicts) sums.push(`2 × ${plural(conflicts, "conflict")}`);
    }
    const sum = sums.flatMap((part, i) => [part, i < sums.length - 1 ? " + " : " = "]);
    return [board, el("p", { class: "number" }, "h = ", sum, el("b", {}, estimate)), el("p", { class: "small quiet" }, HEURISTICS[trace.heuristic]?.more)];
  }

  function child(id) {
    const { move, tiles, parent } = replay.nodes[id];
    const what = `${replay.nodes[parent].tiles[tiles.indexOf(0)]} ${WORD[move]}`;
    const inside = [what, replay.mini(id), el("span", { class: "number" }, replay.sum(id), replay.f(id)), el("b", {}, fate(id))];
    const attrs = { "aria-label": `${what}: ${replay.words(id)}; ${fate(id)}`, onclick: () => pick(id) };
    return el("li", { class: `is-${replay.state(id, k)}` }, el("button", attrs, inside));
  }

  const acts = { first: () => jump(0), back: () => jump(k - 1), step: () => jump(k + 1), run: toggle, end: () => jump(end), easier };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "step", " ": "run", End: "end" };
  for (const name in acts) on($(`#think-${name}`), "click", acts[name]);
  on(scrubber, "input", () => jump(Number(scrubber.value)));
  on(heuristic, "change", refresh);
  on(root, "keydown", (event) => {
    const { key, target } = event;
    if (!replay || event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
    // Arrows are not the board's here.
    if (key.startsWith("Arrow")) event.stopPropagation();
    if (!(key in keys) || (key === " " ? target.closest("button") : target === scrubber)) return;
    event.preventDefault();
    acts[keys[key]]();
  });
  on(store, "board", refresh);
  on(store, "goal", refresh);
  on(store, "info", informed);
  new ResizeObserver(() => (visible() ? refresh() : pause())).observe(root);
  enable();
  informed();
}
