// The Watch A* panel: A* as in Princeton's course, or a search without a heuristic, step by step on the user's board. The
// server sends the whole trace at once (/api/trace).

import { $, announce, count, debounce, each, el, on, parts, plural, svg } from "./dom.js";
import { isAbort, post } from "./backend.js";
import { ALGORITHMS, estimatesOf, HEURISTICS, nameOf, UNINFORMED } from "./names.js";
import { WORD } from "./puzzle.js";
import { queueView } from "./queue-view.js";
import { Replay } from "./replay.js";
import { treeView } from "./tree-view.js";

const STEPS = 1000;
const FIGURES = { enqueued: "enqueued", dequeued: "dequeued", waiting: "in queue", largest: "max queue" };

const STATES = {
  now: "dequeued in this step",
  fresh: "enqueued in this step",
  wait: "in the queue",
  done: "dequeued; the disc has the step",
  cut: "pruned: a duplicate",
  path: "on the solution path",
};

const INTRO = {
  princeton: "In each step, A* dequeues the board with the smallest <b>f = g + h</b>: g moves so far, and at least h to go.",
  bfs: "Each step dequeues the board that has waited <b>longest</b>.",
  dfs: "Each step takes the board from the <b>top of the stack</b>.",
  ids: "Depth-first search with a <b>depth limit</b> of 0, 1, 2, … This is the last iteration.",
  ucs: "Each step dequeues the board with the <b>smallest cost</b>. Every move costs 1.",
};

// All orders of the blank's moves, the default first.
const orders = (letters) => (letters.length < 2 ? [letters] : [...letters].flatMap((c) => orders(letters.replace(c, "")).map((rest) => c + rest)));

const BUTTONS = [
  ["first", "end", "First step (Home)"],
  ["back", "next", "Back one step (←)"],
  ["step", "next", "Forward one step (→)", "Step"],
  ["run", "play", "Run or pause (Space)", "Run"],
  ["end", "end", "Last step (End)"],
];

const button = ([name, icon, title, text = ""]) =>
  `<button class="btn ${name === "step" ? "primary" : text || "icon"}" id="think-${name}" title="${title}">
<svg ${/first|back/.test(name) ? 'class="mirror"' : ""}><use href="#i-${icon}"/></svg><span>${text}</span></button>`;

const PAGE = `<p class="small quiet" id="think-intro"></p>
<div class="think-controls"><div class="think-buttons">${each(BUTTONS, button)}</div>
<div class="think-scrub"><input type="range" min="0" aria-label="Step" id="think-scrubber"><output class="small quiet number" id="think-where"></output></div>
<div class="think-line"><p class="think-summary" id="think-summary"></p><div class="row"><select aria-label="Algorithm" id="think-algorithm">${each(["princeton", ...UNINFORMED], (name) => `<option value="${name}" title="${ALGORITHMS[name].hint}">${ALGORITHMS[name].name}</option>`)}</select>
<select aria-label="Heuristic h" id="think-heuristic"></select>
<select aria-label="Order of the blank’s moves" id="think-order" hidden>${each(orders("UDLR"), (order) => `<option>${order}</option>`)}</select>
<select aria-label="Speed" id="think-speed">${each([1, 2, 5, 20, 60], (n) => `<option value="${n}">${n} per second</option>`)}</select></div></div></div>
<div class="think-notice" id="think-notice" hidden><p></p><button class="btn" id="think-easier">Use an easier board</button></div>
<p class="error" role="alert" id="think-error"></p>
<div class="think-body" id="think-body" hidden>
<section class="think-queue" id="think-queue"><dl class="number">
${each(Object.entries(FIGURES), ([name, label]) => `<div><dt>${label}</dt><dd id="think-${name}"></dd></div>`)}</dl></section>
<div class="think-main"><section class="think-node" id="think-node"></section><div><section class="think-tree"></section>
<ul class="think-legend small quiet">${each(Object.entries(STATES), ([name, text]) => `<li class="is-${name}">${text}</li>`)}</ul></div></div></div>`;

export function mountThink(root, store) {
  root.classList.add("think");
  root.tabIndex = -1;
  root.innerHTML = PAGE;
  const ui = parts(root);
  const { thinkScrubber: scrubber, thinkAlgorithm: algorithm, thinkHeuristic: heuristic, thinkOrder: order, thinkSummary: summary, thinkNode: node, thinkRun: run, thinkSpeed: speed, thinkWhere: where } = ui;
  const { thinkError: error, thinkNotice: notice, thinkBody: content } = ui;
  const figures = Object.keys(FIGURES).map((name) => $(`#think-${name}`));
  const showQueue = queueView(ui.thinkQueue, pick);
  const tree = treeView($(".think-tree", root), pick);
  offer(Object.keys(HEURISTICS));
  heuristic.value = "manhattan";
  speed.value = 2;

  let replay = null;
  let [k, end] = [0, 0];
  let picked = null;
  let pending = null;
  let loaded = "";
  let running = 0;

  // A hidden panel loads its trace when it is shown: the ResizeObserver fires then.
  const visible = () => root.getClientRects().length > 0;
  const informed = () => !UNINFORMED.includes(algorithm.value);
  const request = () => ({ ...store.request(), algorithm: algorithm.value, ...(informed() ? { heuristic: heuristic.value } : { order: order.value }), steps: STEPS });
  const later = debounce(load, 150);

  function refresh() {
    if (!visible() || JSON.stringify(request()) === loaded) return;
    pause();
    pending?.abort();
    later(replay ? undefined : 0);
  }

  async function load() {
    pending?.abort();
    const { signal } = (pending = new AbortController());
    const body = request();
    loaded = JSON.stringify(body);
    root.ariaBusy = true;
    try {
      const trace = await post("/api/trace", body, { signal });
      if (signal.aborted) return;
      replay = new Replay(trace);
      scrubber.max = end = replay.steps;
      error.textContent = "";
      tree.load(replay);
    } catch (failure) {
      if (signal.aborted || isAbort(failure)) return;
      // Only a 422 is permanent; other errors allow a retry.
      if (failure.status !== 422) loaded = "";
      replay = null;
      error.textContent = failure.message;
    }
    root.ariaBusy = false;
    content.hidden = !replay;
    summary.textContent = "";
    if (replay) go(0);
    else enable();
    warn();
  }

  function offer(names) {
    for (const name of names) if (!$(`[value="${name}"]`, heuristic)) heuristic.append(el("option", { value: name }, `h: ${nameOf(HEURISTICS, name)}`));
  }

  // Disables heuristics that do not support this size.
  function onInfo() {
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
    // A disabled button with the focus would swallow keys.
    if (focused && !$(":focus:enabled, :focus:not(button)", root)) root.focus({ preventScroll: true });
  }

  function choose() {
    ui.thinkIntro.innerHTML = INTRO[algorithm.value];
    heuristic.hidden = !informed();
    order.hidden = informed();
    refresh();
  }

  // Explains a trace that does not reach the goal.
  function warn() {
    const { end: ended = "goal", solvable, nodes, heuristic: by, algorithm: name } = replay?.trace ?? {};
    const search = by ? "A*" : ALGORITHMS[name]?.name;
    const estimates = estimatesOf(store.info);
    const own = estimates.find(({ heuristic }) => heuristic === by)?.estimate;
    const better = estimates.some(({ estimate }) => estimate > own);
    notice.hidden = ended === "goal";
    const why = store.info?.solvable === false ? ` (${store.info.why})` : "";
    $("p", notice).textContent = solvable
      ? `${search} did not reach the goal within ${ended === "nodes" ? plural(nodes.length, "node") : plural(end, "step")}. Try an easier board${by && better ? " or a better heuristic" : ""}.`
      : `This board can’t be solved${why}, so ${search} would never reach the goal: these are its first ${plural(end, "step")}.${by ? " The course’s solver also searches a twin board with two tiles swapped. If the twin reaches the goal, the board can’t." : ""}`;
  }

  async function easier() {
    error.textContent = "";
    await store.shuffle({ moves: store.board.tiles.length === 4 ? 4 : 12 }).catch((failure) => (error.textContent = failure.message));
  }

  function toggle() {
    if (running) return pause();
    if (k === end) go(0);
    let before = performance.now();
    const tick = (now) => {
      const wait = 1000 / speed.value;
      // Skips the steps missed while the tab was in the background.
      if (now - before > 10 * wait) before = now - wait;
      // A frame may have an earlier timestamp than the click before it.
      const due = Math.max(Math.floor((now - before) / wait), 0);
      before += due * wait;
      if (due) go(Math.min(k + due, end), wait < 200 ? 0 : 350);
      if (k === end) return pause(announce(summary.textContent));
      running = requestAnimationFrame(tick);
    };
    running = requestAnimationFrame(tick);
    setRunLabel("Pause");
  }

  function pause() {
    cancelAnimationFrame(running);
    running = 0;
    setRunLabel("Run");
  }

  function setRunLabel(text) {
    $("span", run).textContent = text;
    $("use", run).setAttribute("href", text === "Run" ? "#i-play" : "#i-pause");
  }

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
    summary.textContent = describe();
    summary.classList.toggle("is-path", k === end && replay.found(k));
    showQueue(replay, k, ms);
    tree.show(k, ms);
    showNode();
    enable();
  }

  function describe() {
    const { moves } = replay.trace;
    const totals = `Nodes enqueued: ${count(replay.trace.enqueued)}, dequeued: ${count(end)}.`;
    if (k === end && moves === null) return `The goal was not dequeued in ${plural(k, "step")}. ${totals}`;
    if (k === end) return `The goal was dequeued in step ${count(k - 1)}. Moves: ${moves.length}. ${totals}`;
    const proof = replay.trace.algorithm === "dfs" ? "Shorter solutions may exist." : "No board in the queue can lead to a shorter solution.";
    if (replay.found(k)) return `Step ${count(k)}: the goal is dequeued. ${proof}`;
    const id = replay.current(k);
    const enqueued = replay.children(id).filter((kid) => replay.nodes[kid].state !== "pruned").length;
    const why = { princeton: `f = ${replay.f(id)} is the smallest`, bfs: "it has waited longest", ucs: `cost ${replay.f(id)} is the smallest` }[replay.trace.algorithm] ?? "it is on top of the stack";
    return `Step ${count(k)}: ${why}, so this board is dequeued. Neighbors enqueued: ${enqueued} of ${replay.kids[id]}.`;
  }

  function showNode() {
    const id = picked ?? replay.current(k);
    const goal = picked === null && replay.found(k);
    const kids = replay.taken[id] <= k ? replay.children(id) : [];
    const title = goal ? "Goal dequeued" : picked === null && k === end ? "Dequeued last" : status(id);
    const close = picked !== null && el("button", { class: "btn plain", title: "Back to the current step", onclick: () => pick(null) }, "×");
    node.replaceChildren(
      el("div", {}, el("h2", {}, title), close),
      ...large(id),
      el("p", { class: "number" }, `${replay.informed ? "f = g + h = " : ""}${replay.sum(id)}`, el("b", {}, replay.f(id))),
      goal ? el("p", {}, "Moves: ", el("b", {}, replay.trace.moves || "none")) : el("ul", {}, kids.map(child)),
    );
  }

  function status(id) {
    const state = replay.state(id, k);
    return state === "done" ? `dequeued in step ${count(replay.taken[id])}` : STATES[state];
  }

  // The board with the cost of each tile, and their sum h.
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
    if (!replay.informed) return [board];
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
    const inside = [what, replay.mini(id), el("span", { class: "number" }, replay.sum(id), replay.f(id)), el("b", {}, status(id))];
    const attrs = { "aria-label": `${what}: ${replay.words(id)}; ${status(id)}`, onclick: () => pick(id) };
    return el("li", { class: `is-${replay.state(id, k)}` }, el("button", attrs, inside));
  }

  const acts = { first: () => jump(0), back: () => jump(k - 1), step: () => jump(k + 1), run: toggle, end: () => jump(end), easier };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "step", " ": "run", End: "end" };
  for (const name in acts) on($(`#think-${name}`), "click", acts[name]);
  on(scrubber, "input", () => jump(Number(scrubber.value)));
  on(heuristic, "change", refresh);
  on(order, "change", refresh);
  on(algorithm, "change", choose);
  on(root, "keydown", (event) => {
    const { key, target } = event;
    if (!replay || event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
    // Here, arrow keys do not slide tiles.
    if (key.startsWith("Arrow")) event.stopPropagation();
    if (!(key in keys) || (key === " " ? target.closest("button") : target === scrubber)) return;
    event.preventDefault();
    acts[keys[key]]();
  });
  on(store, "board", refresh);
  on(store, "goal", refresh);
  on(store, "info", onInfo);
  new ResizeObserver(() => (visible() ? refresh() : pause())).observe(root);
  enable();
  choose();
  onInfo();
}
