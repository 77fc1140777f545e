// The Compare panel: algorithms × heuristics on the user's board (/api/compare), as table and chart.

import { $, about, announce, copyFrom, count, duration, each, el, on, parts, plural } from "./dom.js";
import { isAbort, stream } from "./backend.js";
import { barChart } from "./chart.js";
import { ALGORITHMS, estimatesOf, HEURISTICS, nameOf, UNINFORMED } from "./names.js";
import { same, toText } from "./puzzle.js";

const METHODS = { ...ALGORITHMS, "weighted-2": { name: "Weighted A*", hint: "Doubles h: solutions have at most twice the fewest moves" } };
const GUIDES = { ...HEURISTICS, tables: { name: "Pattern databases", hint: "For IDA* only" } };
const OTHERS = ["greedy", "weighted-2", "walking-distance", ...UNINFORMED];
const MAX_SECONDS = 120; // of all runs together
const WORDS = { solved: "", unsolvable: "can’t be solved", unfit: "size not supported", pending: "waiting", running: "running…", left: "not run" };

function bytes(n) {
  const unit = n < 1024 ? 0 : Math.min(Math.floor(Math.log2(n) / 10), 3);
  const value = n / 1024 ** unit;
  return `${unit && value < 100 ? value.toFixed(1) : count(value)} ${["B", "KiB", "MiB", "GiB"][unit]}`;
}

const ran = ({ outcome }) => outcome === "solved" || outcome === "stopped";
const words = ({ outcome, reason }) => reason?.replace(/^the (.*) was reached$/, "$1") ?? WORDS[outcome] ?? outcome;

function moves({ length, shortest, lower_bound: least }) {
  if (length === null) return least ? `≥ ${count(least)}` : "";
  return count(length) + (shortest ? "" : "*");
}

/** Columns: field, header, text, tooltip. */
const COLUMNS = [
  ["algorithm", "Algorithm", (run) => nameOf(METHODS, run.algorithm)],
  ["heuristic", "Heuristic", (run) => (run.heuristic === "none" ? "none" : nameOf(GUIDES, run.heuristic))],
  ["length", "Moves", moves],
  ["generated", "Nodes", (run) => count(run.generated), "Nodes generated, including duplicates"],
  ["stored", "Stored", (run) => count(run.stored), "Maximum number of nodes in memory"],
  ["memory", "Memory", (run) => bytes(run.memory)],
  ["seconds", "Seconds", (run) => run.seconds === 0 ? "< 0.0001" : run.seconds.toFixed(run.seconds < 0.001 ? 5 : run.seconds < 1 ? 4 : 1)],
  ["branching", "Branching", (run) => run.branching.toFixed(3), "Effective branching factor: the b with b + b² + … + b^moves = nodes"],
];

/** Measures of the chart: title, format of values, format of ticks. */
const MEASURES = {
  generated: ["Nodes generated", count, about],
  seconds: ["Seconds", duration, duration],
  memory: ["Memory in bytes", bytes, about],
};

/** The cells of a run as text. */
const cells = (run) => COLUMNS.map(([key, , text], i) => (i < 2 || (ran(run) && (i === 2 || (run[key] ?? null) !== null)) ? text(run) : ""));

const box = (names) => (name) =>
  `<label class="check" title="${names[name]?.hint ?? ""}"><input type="checkbox" value="${name}" ${OTHERS.includes(name) ? "" : "checked"}>${nameOf(names, name)}</label>`;
const boxes = (legend, names) => `<fieldset><legend class="label">${legend}</legend>${each(Object.keys(names), box(names))}</fieldset>`;

const PAGE = `<p class="small quiet">Runs each algorithm with each heuristic on your board: which generates the fewest nodes, and at
what cost?</p>
<div class="card">${boxes("Algorithms", METHODS) + boxes("Heuristics", GUIDES)}
<div class="row"><button class="btn primary" id="compare-run">Compare</button>
<button class="btn" id="compare-stop" hidden>Stop</button>
<label class="check">at most <select id="compare-limit">${each([0.5, 1, 2, 5, 10], (n) => `<option value="${n}">${n} s</option>`)}</select> per run</label>
<span class="quiet small" id="compare-tally"></span></div></div>
<p class="error" role="alert" id="compare-error"></p>
<div class="compare-results" id="compare-results" hidden><p class="compare-stale small" id="compare-stale" hidden></p>
<div class="compare-scroll" tabindex="0" role="region" aria-label="Results"><table id="compare-table"><thead><tr>
${each(COLUMNS, ([, head, , hint = ""]) => `<th scope="col"><button title="${hint}">${head}</button></th>`)}</tr></thead><tbody></tbody></table></div>
<div class="row"><p class="small quiet">Bold: best in its column. ≥: stopped at this lower bound. *: not proven shortest.</p>
<div class="row"><span class="label">Copy as</span>${each(["Markdown", "CSV"], (name) => `<button class="btn copies" id="compare-${name.toLowerCase()}"><span>${name}</span></button>`)}</div></div>
<div class="row compare-head"><h2></h2>${each(["Nodes", "Seconds", "Memory"], (name) => `<button class="btn">${name}</button>`)}</div></div>`;

export function mountCompare(root, store) {
  root.classList.add("compare");
  root.innerHTML = PAGE;
  const { compareResults: results, compareStale: stale, compareLimit: limit, compareError: error, compareTally: tally, ...ui } = parts(root);
  const [algorithms, heuristics] = root.querySelectorAll("fieldset");
  const heads = root.querySelectorAll("th");
  const measures = root.querySelectorAll(".compare-head button");
  const chart = barChart();
  results.append(chart.root);
  limit.value = 2;

  let runs = [];
  let subject = null;
  let pending = null;
  let [by, down] = [-1, false];
  let measure = "generated";

  const chosen = (set) => Array.from(set.querySelectorAll(":checked"), ({ value }) => value);

  // The selected methods, without algorithms that support none of the heuristics, and the number of runs.
  function choice() {
    const guides = chosen(heuristics);
    const plain = guides.filter((name) => name !== "tables").length;
    const runsOf = (name) => (UNINFORMED.includes(name) ? 1 : name === "ida" ? guides.length : plain);
    const methods = chosen(algorithms).filter(runsOf);
    return { algorithms: methods, heuristics: guides.length ? guides : undefined, n: methods.reduce((sum, name) => sum + runsOf(name), 0) };
  }

  function updateTally() {
    const { n } = choice();
    const all = n * limit.value;
    ui.compareRun.disabled = !n || all > MAX_SECONDS || pending;
    ui.compareRun.textContent = pending ? "Comparing…" : "Compare";
    ui.compareStop.hidden = !pending;
    const runs = plural(n, "run");
    tally.textContent = !n ? "Choose at least one of each." : all > MAX_SECONDS ? `${runs} of ${limit.value} s exceed ${MAX_SECONDS} s in total: choose fewer` : `${runs}, at most ${all} s`;
  }

  // Adds heuristics that are not in names.js.
  function onInfo() {
    const fresh = estimatesOf(store.info).filter(({ heuristic }) => !$(`[value="${heuristic}"]`, heuristics));
    if (!fresh.length) return;
    heuristics.insertAdjacentHTML("beforeend", each(fresh, ({ heuristic }) => box(GUIDES)(heuristic)));
    updateTally();
  }

  // The index of the heuristic, for its color.
  const kindOf = ({ heuristic }) => Array.from(heuristics.querySelectorAll("input"), ({ value }) => value).indexOf(heuristic);

  // Results stay when the board changes, with a note.
  function markStale() {
    stale.hidden = !subject || (same(subject.board, store.board) && same(subject.goal, store.goal.board));
    stale.textContent = subject && `These results are for ${toText(subject.board)}. Compare again for the current board.`;
  }

  async function run() {
    pending = new AbortController();
    const { n, ...methods } = choice();
    const request = { ...store.request(), ...methods, seconds: Number(limit.value) };
    subject = { board: store.board, goal: store.goal.board };
    error.textContent = "";
    updateTally();
    try {
      await stream("/api/compare", request, { signal: pending.signal, onEvent: handleEvent, onBusy: wait });
      announce(`${plural(runs.length, "run")} finished`);
    } catch (failure) {
      if (!isAbort(failure)) error.textContent = failure.message;
    }
    for (const one of runs) if (["pending", "running"].includes(one.outcome)) one.outcome = "left";
    pending = null;
    updateTally();
    show();
  }

  const wait = () => (tally.textContent = "The server is busy: waiting for a free worker…");

  function handleEvent(event, data) {
    if (event === "queued") return wait();
    if (event === "started") runs = data.runs.map((one, index) => ({ ...one, index, outcome: "pending" }));
    else if (event === "run") runs[data.index] = data;
    else return;
    updateTally();
    const next = runs.find(({ outcome }) => outcome === "pending");
    if (next) next.outcome = "running";
    results.hidden = false;
    markStale();
    show();
  }

  // Runs without a value come last in both orders.
  function sorted() {
    if (by < 0) return runs;
    const [key, , text] = COLUMNS[by];
    const value = (one) => (by < 2 ? text(one) : ran(one) ? (one[key] ?? (by === 2 ? one.lower_bound : null)) : null);
    const order = (a, b) => (a === b ? 0 : a < b === down ? 1 : -1);
    const compare = (a, b) => (a === null || b === null ? (a === null) - (b === null) : order(a, b));
    return runs.toSorted((a, b) => compare(value(a), value(b)) || a.index - b.index);
  }

  function show() {
    const solved = runs.filter(({ outcome }) => outcome === "solved");
    // Nothing is bold if all values are equal.
    const least = COLUMNS.map(([key]) => {
      const values = solved.map((one) => one[key] ?? Infinity);
      return Math.min(...values) < Math.max(...values) ? Math.min(...values) : null;
    });
    $("tbody", root).replaceChildren(...sorted().map((one) => row(one, least)));
    heads.forEach((head, i) => (head.ariaSort = i === by ? (down ? "descending" : "ascending") : "none"));
    draw();
  }

  function row(one, least) {
    const [first, second, ...figures] = cells(one);
    const figure = (text, i) => {
      const best = one.outcome === "solved" && one[COLUMNS[i + 2][0]] === least[i + 2];
      return el("td", { class: best && "is-best" }, text, !i && el("small", {}, words(one)));
    };
    return el("tr", { class: `is-${one.outcome} of-${kindOf(one)}` }, el("th", { scope: "row" }, first, el("small", {}, second)), el("td", {}, el("i"), second), figures.map(figure));
  }

  function draw() {
    const [title, format, tick] = MEASURES[measure];
    const bar = (one) => {
      const [value, open] = [ran(one) ? one[measure] : null, one.outcome === "stopped"];
      const figure = value === null ? words(one) : `${open ? "> " : ""}${format(value)}`;
      return { label: cells(one).slice(0, 2).join(", "), kind: kindOf(one), value, open, figure };
    };
    chart.draw(sorted().map(bar), title, tick);
    $("h2", root).textContent = title;
    Object.keys(MEASURES).forEach((key, i) => (measures[i].ariaPressed = key === measure));
  }

  function markdown() {
    const line = (texts) => `| ${texts.join(" | ")} |\n`;
    const text = (one) => line(cells(one).map((cell, i) => (i === 2 ? `${cell} ${words(one)}`.trim() : cell)));
    const head = line(COLUMNS.map(([, name]) => name)) + line(COLUMNS.map((_, i) => (i < 2 ? "---" : "---:")));
    return `${toText(subject.board)}\n\n${head}${each(sorted(), text)}`;
  }

  // One line per run, with plain numbers.
  function csv() {
    const keys = [...COLUMNS.map(([key]) => key), "expanded", "lower_bound", "shortest", "outcome", "reason"];
    const quote = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    return each([keys, ...sorted().map((one) => keys.map((key) => one[key] ?? ""))], (line) => `${line.map(quote)}\n`);
  }

  on(ui.compareRun, "click", run);
  on(ui.compareStop, "click", () => pending.abort());
  on(ui.compareMarkdown, "click", ({ currentTarget }) => copyFrom(currentTarget, markdown()));
  on(ui.compareCsv, "click", ({ currentTarget }) => copyFrom(currentTarget, csv()));
  on(root, "change", updateTally);
  heads.forEach((head, i) =>
    on(head, "click", () => {
      [by, down] = by !== i ? [i, false] : down ? [-1, false] : [i, true];
      show();
    }),
  );
  Object.keys(MEASURES).forEach((key, i) => on(measures[i], "click", () => ((measure = key), draw())));
  on(store, "board", markStale);
  on(store, "goal", markStale);
  on(store, "info", onInfo);
  onInfo();
  updateTally();
}
