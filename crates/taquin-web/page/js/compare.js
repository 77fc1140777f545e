// Compare: algorithms × heuristics on the user's board, one run after the other (/api/compare), as a table that fills
// and a chart that grows.

import { $, announce, copyFrom, count, el, on, plural } from "./dom.js";
import { isAbort, stream } from "./api.js";
import { same, toText } from "./puzzle.js";
import { barChart } from "./chart.js";

const ALGORITHMS = {
  princeton: ["A*, Princeton’s", "As the course has it: keeps duplicates, and searches the twin along"],
  astar: ["A*", "Finds duplicates in a hash table"],
  ida: ["IDA*", "Goes deep first, up to a threshold that rises, and keeps almost nothing"],
  bidirectional: ["Bidirectional", "From both ends, until they meet"],
  greedy: ["Greedy", "Goes by h alone: quick, with long solutions"],
  "weighted-2": ["Weighted A*", "Counts h double: at most twice the fewest moves"],
  uniform: ["Uniform cost", "Without an estimate"],
};

const HEURISTICS = {
  hamming: ["Hamming", "Tiles out of place"],
  manhattan: ["Manhattan", "How far tiles are from their places"],
  "linear-conflict": ["Linear conflict", "Manhattan, and 2 for each tile in the way"],
  "walking-distance": ["Walking distance", "Up to 2×6, 3×5 and 4×4"],
  tables: ["Pattern databases", "Only IDA* uses them"],
};

const OTHERS = ["greedy", "weighted-2", "uniform", "walking-distance"];
const WORDS = { solved: "", unsolvable: "can’t be solved", unfit: "not for this size", pending: "waits", running: "runs …", left: "not run" };

function bytes(n) {
  const unit = n < 1024 ? 0 : Math.min(Math.floor(Math.log2(n) / 10), 3);
  const value = n / 1024 ** unit;
  return `${unit && value < 100 ? value.toFixed(1) : count(value)} ${["B", "KiB", "MiB", "GiB"][unit]}`;
}

function time(n) {
  const [value, unit] = n >= 1 ? [n, "s"] : n >= 0.001 ? [n * 1e3, "ms"] : [n * 1e6, "µs"];
  return `${Number(value.toPrecision(2))} ${unit}`;
}

const power = (n) => (n < 1e6 ? count(n) : n < 1e9 ? `${n / 1e6} M` : `${n / 1e9} G`);
const ran = ({ outcome }) => outcome === "solved" || outcome === "stopped";
const words = ({ outcome, reason }) => reason?.replace(/^the (.*) was reached$/, "$1") ?? WORDS[outcome] ?? outcome;

function moves({ length, shortest, lower_bound: least }) {
  if (length === null) return least ? `≥ ${count(least)}` : "";
  return count(length) + (shortest ? "" : "*");
}

/** The columns: the field, the head, what is written. */
const COLUMNS = [
  ["algorithm", "Algorithm", (run) => ALGORITHMS[run.algorithm]?.[0] ?? run.algorithm],
  ["heuristic", "Heuristic", (run) => HEURISTICS[run.heuristic]?.[0] ?? "none"],
  ["length", "Moves", moves],
  ["generated", "Nodes", (run) => count(run.generated), "Nodes generated, duplicates included"],
  ["stored", "Stored", (run) => count(run.stored), "The most nodes kept at a time"],
  ["memory", "Memory", (run) => bytes(run.memory)],
  ["seconds", "Seconds", (run) => run.seconds.toFixed(run.seconds < 0.001 ? 5 : run.seconds < 1 ? 4 : 1)],
  ["branching", "Branching", (run) => run.branching.toFixed(3), "The b with b + b² + … + b^moves = nodes"],
];

/** What the chart can show: its title, figures, and those at the lines. */
const MEASURES = {
  generated: ["Nodes generated", count, power],
  seconds: ["Seconds", time, time],
  memory: ["Memory in bytes", bytes, power],
};

/** A run's cells, as text. */
const cells = (run) => COLUMNS.map(([key, , text], i) => (i < 2 || (ran(run) && (i === 2 || (run[key] ?? null) !== null)) ? text(run) : ""));

const each = (list, html) => list.map(html).join("");
const boxes = (legend, names) => `<fieldset><legend class="label">${legend}</legend>${each(
  Object.entries(names),
  ([value, [name, hint]]) => `<label class="check" title="${hint}"><input type="checkbox" value="${value}" ${OTHERS.includes(value) ? "" : "checked"}>${name}</label>`,
)}</fieldset>`;

const PAGE = `<p class="small quiet">Every algorithm with every heuristic, one after the other on your board: which makes the fewest nodes, and at
what cost?</p>
<div class="card">${boxes("Algorithms", ALGORITHMS) + boxes("Heuristics", HEURISTICS)}
<div class="row"><button class="btn primary" data-testid="compare-run">Compare</button>
<button class="btn" data-testid="compare-stop" hidden>Stop</button>
<label class="check">at most <select>${each([0.5, 1, 2, 5, 10], (n) => `<option value="${n}">${n} s</option>`)}</select> a run</label>
<span class="quiet small"></span></div></div>
<p class="error" role="alert"></p>
<div class="compare-results" hidden><p class="compare-aged small" hidden></p>
<div class="compare-scroll" tabindex="0"><table data-testid="compare-table"><thead><tr>
${each(COLUMNS, ([, head, , hint = ""]) => `<th scope="col"><button title="${hint}">${head}</button></th>`)}</tr></thead><tbody></tbody></table></div>
<div class="row"><p class="small quiet">Bold: the least of its column. ≥: stopped, and that much is proven. *: perhaps not the fewest.</p>
<div class="row"><span class="label">Copy as</span>${each(["Markdown", "CSV"], (name) => `<button class="btn copies" data-testid="compare-${name.toLowerCase()}"><span>${name}</span></button>`)}</div></div>
<div class="row compare-head"><h2></h2>${each(["Nodes", "Seconds", "Memory"], (name) => `<button class="btn">${name}</button>`)}</div></div>`;

/** @param {HTMLElement} root @param {import("./store.js").Store} store */
export function mountCompare(root, store) {
  root.classList.add("compare");
  root.innerHTML = PAGE;
  const at = (name) => $(`[data-testid="compare-${name}"]`, root);
  const [results, aged, limit, error] = [".compare-results", ".compare-aged", "select", ".error"].map((name) => $(name, root));
  const [algorithms, heuristics] = root.querySelectorAll("fieldset");
  const heads = root.querySelectorAll("th");
  const measures = root.querySelectorAll(".compare-head button");
  const chart = barChart();
  results.append(chart.root);
  limit.value = 2;

  let runs = [];
  let of = null;
  let asking = null;
  let [by, down] = [-1, false];
  let measure = "generated";

  const chosen = (set) => Array.from(set.querySelectorAll(":checked"), ({ value }) => value);

  // How many runs there will be.
  function tally() {
    const names = chosen(heuristics);
    const plain = names.filter((name) => name !== "tables").length;
    const runsOf = (name) => (name === "uniform" ? 1 : name === "ida" ? names.length : plain);
    const n = chosen(algorithms).reduce((sum, name) => sum + runsOf(name), 0);
    at("run").disabled = !n || asking;
    at("run").textContent = asking ? "Comparing …" : "Compare";
    at("stop").hidden = !asking;
    $("span", root).textContent = n ? `${plural(n, "run")}, ${n * limit.value} s at most` : "Choose at least one of each.";
  }

  // The figures stay when the board changes, but say whose they are.
  function age() {
    aged.hidden = !of || (same(of.board, store.board) && same(of.goal, store.goal.board));
    aged.textContent = of && `These figures are of ${toText(of.board)}. Compare again for the board there is now.`;
  }

  async function run() {
    asking = new AbortController();
    const request = { ...store.request(), algorithms: chosen(algorithms), heuristics: chosen(heuristics), seconds: Number(limit.value) };
    // Without a heuristic, there is only the search that needs none.
    if (!request.heuristics.length) Object.assign(request, { algorithms: ["uniform"], heuristics: undefined });
    of = { board: store.board, goal: store.goal.board };
    error.textContent = "";
    tally();
    try {
      await stream("/api/compare", request, { signal: asking.signal, onEvent: told, onBusy: wait });
      announce(`All ${plural(runs.length, "run")} are done.`);
    } catch (failure) {
      if (!isAbort(failure)) error.textContent = failure.message;
    }
    for (const one of runs) if (["pending", "running"].includes(one.outcome)) one.outcome = "left";
    asking = null;
    tally();
    show();
  }

  const wait = () => ($("span", root).textContent = "The server is busy: waiting for its turn…");

  function told(event, data) {
    if (event === "queued") return wait();
    if (event === "started") runs = data.runs.map((one, index) => ({ ...one, index, outcome: "pending" }));
    else if (event === "run") runs[data.index] = data;
    else return;
    tally();
    const next = runs.find(({ outcome }) => outcome === "pending");
    if (next) next.outcome = "running";
    results.hidden = false;
    age();
    show();
  }

  // Those without a figure come last either way.
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
    // Where all are the same, none is the best.
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
    const attrs = { class: `is-${one.outcome} of-${one.heuristic}`, "data-testid": "compare-row" };
    return el("tr", attrs, el("th", { scope: "row" }, first, el("small", {}, second)), el("td", {}, el("i"), second), figures.map(figure));
  }

  function draw() {
    const [title, format, tick] = MEASURES[measure];
    const bar = (one) => {
      const [value, open] = [ran(one) ? one[measure] : null, one.outcome === "stopped"];
      const figure = value === null ? words(one) : `${open ? "> " : ""}${format(value)}`;
      return { label: cells(one).slice(0, 2).join(", "), kind: one.heuristic, value, open, figure };
    };
    chart.draw(sorted().map(bar), title, tick);
    $("h2", root).textContent = title;
    Object.keys(MEASURES).forEach((key, i) => (measures[i].ariaPressed = key === measure));
  }

  function markdown() {
    const line = (texts) => `| ${texts.join(" | ")} |\n`;
    const text = (one) => line(cells(one).map((cell, i) => (i === 2 ? `${cell} ${words(one)}`.trim() : cell)));
    const head = line(COLUMNS.map(([, name]) => name)) + line(COLUMNS.map((_, i) => (i < 2 ? "---" : "---:")));
    return `${toText(of.board)}\n\n${head}${each(sorted(), text)}`;
  }

  // One line a run, with plain numbers.
  function csv() {
    const keys = [...COLUMNS.map(([key]) => key), "expanded", "lower_bound", "shortest", "outcome", "reason"];
    const quote = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    return each([keys, ...sorted().map((one) => keys.map((key) => one[key] ?? ""))], (line) => `${line.map(quote)}\n`);
  }

  on(at("run"), "click", run);
  on(at("stop"), "click", () => asking.abort());
  on(at("markdown"), "click", ({ currentTarget }) => copyFrom(currentTarget, markdown()));
  on(at("csv"), "click", ({ currentTarget }) => copyFrom(currentTarget, csv()));
  on(root, "change", tally);
  heads.forEach((head, i) =>
    on(head, "click", () => {
      [by, down] = by !== i ? [i, false] : down ? [-1, false] : [i, true];
      show();
    }),
  );
  Object.keys(MEASURES).forEach((key, i) => on(measures[i], "click", () => ((measure = key), draw())));
  on(store, "board", age);
  on(store, "goal", age);
  tally();
}
