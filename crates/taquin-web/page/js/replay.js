// A trace indexed by step.

import { miniBoard } from "./mini-board.js";
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

  /** The small board of a node, as svg or g. */
  mini(id, tag) {
    return miniBoard({ ...this, tiles: this.nodes[id].tiles }, this.goal, tag);
  }
}
