// Boards and moves as pure functions. A board is {rows, cols, tiles}, in row order with 0 for the blank; a
// move is the letter of the direction in which a tile slides.

/** The maximum number of rows and columns on the page. */
export const MAX_SIDE = 16;

/** Boards with up to this many cells are searched until the solution is proven shortest. */
export const PROVABLE = 16;

export const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
export const ARROW = { U: "↑", D: "↓", L: "←", R: "→" };
export const WORD = { U: "up", D: "down", L: "left", R: "right" };

export const blankOf = (board) => board.tiles.indexOf(0);

/** The cell of the tile that a move slides, or -1. */
export function cellOf({ rows, cols, tiles }, move, blank = tiles.indexOf(0)) {
  if (move === "U") return blank + cols < rows * cols ? blank + cols : -1;
  if (move === "D") return blank >= cols ? blank - cols : -1;
  if (move === "L") return (blank + 1) % cols ? blank + 1 : -1;
  return blank % cols ? blank - 1 : -1;
}

/** The tile that a move slides. */
export const tileOf = (board, move) => board.tiles[cellOf(board, move)];

/** The tiles that a multi-tile move slides, the last one of the line first. */
export const tilesOf = (board, move) => [...move].map((_, i) => tileOf(applyMoves(board, move.slice(0, i)), move[0])).reverse();

/** The moves that slide the tile of a cell and all tiles between it and the blank; "" if they are not in line. */
export function movesFor({ cols, tiles }, cell, blank = tiles.indexOf(0)) {
  const down = Math.floor(cell / cols) - Math.floor(blank / cols);
  const right = (cell % cols) - (blank % cols);
  if (down && right) return "";
  return (down > 0 ? "U" : "D").repeat(Math.abs(down)) + (right > 0 ? "L" : "R").repeat(Math.abs(right));
}

/** The board after moves; skips illegal ones. */
export function applyMoves(board, moves) {
  const tiles = board.tiles.slice();
  let blank = blankOf(board);
  for (const move of moves) {
    const cell = cellOf(board, move, blank);
    if (cell < 0) continue;
    tiles[blank] = tiles[cell];
    tiles[cell] = 0;
    blank = cell;
  }
  return { rows: board.rows, cols: board.cols, tiles };
}

/** The moves that undo these. */
export const reversed = (moves) => [...moves].reverse().map((move) => OPPOSITE[move]).join("");

export const same = (a, b) => a.cols === b.cols && a.tiles.length === b.tiles.length && a.tiles.every((tile, i) => tile === b.tiles[i]);

const write = ({ rows, cols }, tiles, between, lines) =>
  Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols).join(between)).join(lines);

/** "1 2 3 / 4 5 6 / 7 8 0" */
export const toText = (board) => write(board, board.tiles, " ", " / ");

/** One row per line, right-aligned. */
export function toLines(board) {
  const width = String(board.tiles.length - 1).length;
  return write(board, board.tiles.map((tile) => String(tile).padStart(width)), " ", "\n");
}

/** "1.2.3_4.5.6_7.8.0", for URLs. */
export const toHash = (board) => write(board, board.tiles, ".", "_");

/** The inverse of toHash; null if the text is not a board. */
export function fromHash(text) {
  const rows = (text ?? "").split("_").map((row) => row.split("."));
  const cols = rows[0].length;
  const tiles = rows.flat().map((number) => (/^\d{1,3}$/.test(number) ? Number(number) : -1));
  const whole = rows.every((row) => row.length === cols) && new Set(tiles).size === tiles.length;
  const known = tiles.every((tile) => tile >= 0 && tile < tiles.length);
  const fits = [rows.length, cols].every((side) => side > 1 && side <= MAX_SIDE);
  return whole && known && fits ? { rows: rows.length, cols, tiles } : null;
}

/** 1 2 3 / 4 5 6 / 7 8 0 */
export const inOrder = (rows, cols) => ({ rows, cols, tiles: Array.from({ length: rows * cols }, (_, cell) => (cell + 1) % (rows * cols)) });

/** "RRUUU" → "R2U3" */
export const runLength = (moves) => moves.replace(/(.)\1+/g, (run) => run[0] + run.length);

/** The moves as counted in a metric: "RRUUU" → ["RR", "UUU"] in "multi", and single letters in "single". */
export const split = (moves, metric) => (metric === "multi" ? moves.match(/(.)\1*/g) ?? [] : [...moves]);

/** The number of moves in a metric. */
export const lengthOf = (moves, metric) => split(moves, metric).length;

/** The moves that slide all tiles between the blank and the border. */
export function wholeLine({ rows, cols, tiles }, move, blank = tiles.indexOf(0)) {
  const [row, col] = [Math.floor(blank / cols), blank % cols];
  return move.repeat({ U: rows - 1 - row, D: row, L: cols - 1 - col, R: col }[move]);
}
