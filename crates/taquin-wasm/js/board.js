// Boards for JavaScript programs.

import { TaquinError } from "./engine.js";

const STEP = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] };

/** An immutable board: rows of numbers, 0 for the blank. */
export class Board {
  #rows;

  /** `rows` is a nested array, or text with one row per line or rows separated by slashes. */
  constructor(rows) {
    const text = (row) => row.trim().split(/[\s,.]+/).map((word) => (word === "_" ? 0 : Number(word)));
    const parsed = typeof rows === "string" ? rows.trim().split(/\s*[/\n]\s*/).map(text) : Array.from(rows, (row) => Array.from(row));
    const tiles = parsed.flat();
    const [height, width] = [parsed.length, parsed[0]?.length ?? 0];
    const isWhole = parsed.every((row) => row.length === width) && [height, width].every((side) => side >= 2 && side <= 127);
    const found = new Set(tiles.filter((tile) => Number.isInteger(tile) && tile >= 0 && tile < tiles.length));
    if (!isWhole || found.size !== tiles.length) {
      throw new TaquinError("bad-board", "not a board: it needs 2 to 127 rows and columns, and each number from 0 (the blank) to rows × columns − 1 once");
    }
    this.#rows = parsed;
    Object.freeze(this);
  }

  get rows() {
    return this.#rows.map((row) => [...row]);
  }

  /** The board after moves, letters that name the motion of the tile. Throws if one is illegal. */
  apply(moves) {
    const rows = this.rows;
    let r = rows.findIndex((row) => row.includes(0));
    let c = rows[r].indexOf(0);
    for (const [i, letter] of [...moves].entries()) {
      const [down, right] = STEP[letter] ?? [];
      const tile = rows[r + down]?.[c + right];
      if (tile === undefined) throw new TaquinError("illegal-move", `move ${i + 1}, '${letter}', is illegal`);
      rows[r][c] = tile;
      rows[(r += down)][(c += right)] = 0;
    }
    return new Board(rows);
  }

  equals(other) {
    return other instanceof Board && this.toString() === other.toString();
  }

  /** "1 2 3/4 5 6/7 8 0" */
  toString() {
    return this.#rows.map((row) => row.join(" ")).join("/");
  }

  /** The nested array. */
  toJSON() {
    return this.rows;
  }
}
