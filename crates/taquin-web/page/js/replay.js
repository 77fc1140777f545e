// A trace indexed by step, with the small boards that all views draw.

import { svg } from "./dom.js";
import { toText } from "./puzzle.js";

const NEVER = 0x7fffffff;

/**
 * Position k is the state before step k; position `steps` is the end. Ids follow the order of generation, so the nodes
 * at a position are a prefix.
 */
export class Replay {
  constructor(trace) {
    const { nodes, dequeued, board, goal, path } = trace;
    const [size, steps] = [nodes.length, dequeued.length];
    const numbers = (length) => new Int32Array(length);
    Object.assign(this, { trace, nodes, steps, rows: board.rows, cols: board.cols, goal: goal.board.tiles, path: new Set(path) });
    // Per node: first child, number of children, position at which it is generated, step in which it is
    // dequeued.
    [this.first, this.kids, this.made, this.taken] = [numbers(size), numbers(size), numbers(size), numbers(size).fill(NEVER)];
    // Per position: number of nodes, nodes enqueued, and maximum queue length so far.
    [this.there, this.enqueued, this.largest] = [numbers(steps + 1), numbers(steps + 1), numbers(steps + 1)];
    dequeued.forEach((id, step) => (this.taken[id] = step));
    nodes.forEach(({ parent, state }, id) => {
      if (id && !this.kids[parent]++) this.first[parent] = id;
      const from = (this.made[id] = id && this.taken[parent] + 1);
      this.there[from]++;
      this.enqueued[from] += state !== "pruned";
    });
    for (let k = 0; k <= steps; k++) {
      this.there[k] += this.there[k - 1] ?? 0;
      this.enqueued[k] += this.enqueued[k - 1] ?? 0;
      this.largest[k] = Math.max(this.waiting(k), this.largest[k - 1] ?? 0);
    }
    const h = (id) => nodes[id].estimate;
    this.informed = trace.heuristic !== null;
    const stacked = (a, b) => this.made[b] - this.made[a] || a - b; // the first successor on top
    const before = { princeton: (a, b) => this.f(a) - this.f(b) || h(a) - h(b) || b - a, dfs: stacked, ids: stacked }[trace.algorithm] ?? ((a, b) => a - b);
    this.order = [...nodes.keys()].filter((id) => nodes[id].state !== "pruned").sort(before);
  }

  f(id) {
    return this.nodes[id].moves + this.nodes[id].estimate;
  }

  /** "1 + 3 = ", to be followed by f; without a heuristic "depth ". */
  sum(id) {
    if (!this.informed) return "depth ";
    return `${this.nodes[id].moves} + ${this.nodes[id].estimate} = `;
  }

  /** The label of a node for screen readers. */
  words(id) {
    return `${toText({ ...this, tiles: this.nodes[id].tiles })}; ${this.informed ? "f = " : ""}${this.sum(id)}${this.f(id)}`;
  }

  /** The length of the queue. */
  waiting(k) {
    return this.enqueued[k] - k;
  }

  /** The front of the queue. */
  queue(k, most) {
    const ids = [];
    for (const id of this.order) {
      if (this.made[id] <= k && this.taken[id] >= k && ids.push(id) === most) break;
    }
    return ids;
  }

  /** The node dequeued in step k, or last. */
  current(k) {
    return this.trace.dequeued[Math.min(k, this.steps - 1)];
  }

  /** True once the goal is dequeued. */
  found(k) {
    return this.trace.end === "goal" && k >= this.steps - 1;
  }

  children(id) {
    return Array.from({ length: this.kids[id] }, (_, i) => this.first[id] + i);
  }

  /** The state at a position: cut (pruned), fresh (generated in this step), wait, now or done. */
  state(id, k) {
    if (this.nodes[id].state === "pruned") return "cut";
    if (this.taken[id] <= k) return this.taken[id] === k ? "now" : "done";
    return this.made[id] > k ? "fresh" : "wait";
  }

  /** A small board, ten units per tile, as svg or g. */
  mini(id, tag = "svg") {
    const { cols, rows, goal } = this;
    let [home, away] = ["", ""];
    const numbers = this.nodes[id].tiles.map((tile, cell) => {
      const [x, y] = [(cell % cols) * 10, Math.floor(cell / cols) * 10];
      const square = `M${x + 1.4} ${y + 1.4}h7.2v7.2h-7.2z`;
      if (tile && tile === goal[cell]) home += square;
      else if (tile) away += square;
      return tile > 0 && svg("tspan", { x: x + 5, y: y + 7.1 }, tile);
    });
    return svg(
      tag,
      { class: "mini", viewBox: `-1 -1 ${cols * 10 + 2} ${rows * 10 + 2}`, "aria-hidden": "true" },
      svg("path", { d: away }),
      svg("path", { class: "home", d: home }),
      cols < 8 && svg("text", {}, numbers),
    );
  }
}
