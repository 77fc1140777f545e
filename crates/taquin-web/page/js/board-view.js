// A board on the screen. Each tile is placed by a transform in units of its own size, so that the browser scales and
// animates it without our help. They are slid by click, touch or drag.

import { calm, el, on } from "./dom.js";
import { blankOf, cellOf, inOrder, movesFor, toText } from "./puzzle.js";

const DRAG_FROM = 6; // pixels: less is a click
const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export class BoardView {
  board = null;
  #element;
  #onSlide;
  #cells = el("div", { class: "cells" });
  #blank = el("div", { class: "blank" });
  #tiles = []; // by number; none for 0
  #home = []; // the cell of each tile in the goal
  #goal = null;
  #picture = null; // {url, aspect}
  #hint = null;
  #drag = null;
  #dropped = -Infinity; // when

  /** `onSlide` is told the cell of the tile to slide. */
  constructor(element, onSlide) {
    this.#element = element;
    this.#onSlide = onSlide;
    element.classList.add("board");
    element.replaceChildren(this.#cells);
    element.role = "application";
    element.tabIndex = 0;
    element.ariaRoleDescription = "sliding puzzle";
    const listeners = { click: this.#click, pointerdown: this.#grab, pointermove: this.#pull, pointerup: this.#drop, pointercancel: this.#letGo };
    for (const [type, listener] of Object.entries(listeners)) on(element, type, listener.bind(this));
  }

  /** Shows a board; tiles glide from where they are, unless the size is another. */
  show(board) {
    const fresh = this.board?.rows !== board.rows || this.board?.cols !== board.cols;
    this.#letGo();
    this.board = board;
    if (fresh) this.#build();
    this.#cells.classList.toggle("still", fresh);
    this.#place();
    const words = toText(board).replace(/\b0\b/, "blank").replaceAll(" /", ",");
    this.#element.ariaLabel = `Board of ${board.rows} rows and ${board.cols} columns: ${words}`;
  }

  /** Rings the tile of a cell, or none. */
  hintCell(cell) {
    this.#hint?.classList.remove("hint");
    this.#hint = this.#tiles[this.board?.tiles[cell]];
    this.#hint?.classList.add("hint");
  }

  /** Tells where tiles belong: for their tint, and for their part of the picture. */
  setGoal(goal) {
    this.#goal = goal;
    if (this.board) this.#settle();
  }

  /** Puts a picture on the tiles, or takes it away; fails if it is not one. */
  async setPicture(url) {
    const image = new Image();
    if (url) {
      image.src = url;
      await image.decode();
    }
    this.#picture = url && { url, aspect: image.naturalWidth / image.naturalHeight };
    this.#element.classList.toggle("pictured", Boolean(url));
    this.#settle();
  }

  /** Whether numbers are shown on a picture. */
  setNumbers(shown) {
    this.#element.classList.toggle("unnumbered", !shown);
  }

  /** How long a slide takes. */
  setPace(ms) {
    this.#element.style.setProperty("--slide", `${ms}ms`);
  }

  /** A wave through the tiles. */
  celebrate() {
    if (calm()) return;
    this.board.tiles.forEach((tile, cell) => {
      const delay = 55 * (Math.floor(cell / this.board.cols) + (cell % this.board.cols)) + 120;
      const wave = { transform: ["none", "translateY(-14%) rotate(-2deg)", "none"] };
      this.#tiles[tile]?.firstChild.animate(wave, { duration: 420, delay, easing: "ease-in-out" });
    });
  }

  #build() {
    const { rows, cols, tiles } = this.board;
    this.#element.style.setProperty("--rows", rows);
    this.#element.style.setProperty("--cols", cols);
    const make = (tile) => el("div", { class: "tile", id: `tile-${tile}`, role: "button", tabindex: -1 }, el("span", { class: "face" }, el("b", {}, tile)));
    this.#tiles = tiles.map((_, tile) => (tile ? make(tile) : null));
    this.#cells.replaceChildren(this.#blank, ...this.#tiles.slice(1));
    this.#hint = null;
    this.#settle();
  }

  // Finds each tile's home. A picture covers the board, and what is too much of it is cut off evenly.
  #settle() {
    const { rows, cols } = this.board;
    const goal = this.#goal?.rows === rows && this.#goal.cols === cols ? this.#goal : inOrder(rows, cols);
    const { url, aspect = 1 } = this.#picture ?? {};
    const ratio = (aspect * rows) / cols;
    const [wide, high] = [cols * Math.max(ratio, 1), rows * Math.max(1 / ratio, 1)];
    goal.tiles.forEach((tile, cell) => {
      this.#home[tile] = cell;
      if (!tile) return;
      const x = ((wide - cols) / 2 + (cell % cols)) / (wide - 1);
      const y = ((high - rows) / 2 + Math.floor(cell / cols)) / (high - 1);
      const { style } = this.#tiles[tile].firstChild;
      style.backgroundImage = url ? `url("${url}")` : "";
      style.backgroundSize = `${wide * 100}% ${high * 100}%`;
      style.backgroundPosition = `${x * 100}% ${y * 100}%`;
    });
    this.#place();
  }

  #place() {
    const blank = blankOf(this.board);
    this.board.tiles.forEach((tile, cell) => {
      const element = tile ? this.#tiles[tile] : this.#blank;
      this.#move(element, cell);
      element.classList.toggle("home", this.#home[tile] === cell);
      const moves = movesFor(this.board, cell, blank);
      element.dataset.axis = !moves ? "" : "UD".includes(moves[0]) ? "y" : "x";
    });
  }

  #move(element, cell, [x, y] = [0, 0]) {
    const at = (cells, pixels) => (pixels ? `calc(${cells * 100}% + ${pixels}px)` : `${cells * 100}%`);
    const { cols } = this.board;
    element.style.transform = `translate(${at(cell % cols, x)}, ${at(Math.floor(cell / cols), y)})`;
  }

  #cellAt(target) {
    const tile = this.#tiles.indexOf(target.closest(".tile"));
    return tile > 0 ? this.board.tiles.indexOf(tile) : -1;
  }

  // A click that no pointer made, but a screen reader, say. (After a swipe, browsers leave out the click of a quick tap.)
  #click({ target, timeStamp }) {
    const cell = this.#cellAt(target);
    if (cell >= 0 && timeStamp - this.#dropped > 400) this.#onSlide(cell);
  }

  #grab({ target, button, isPrimary, pointerId, clientX, clientY, timeStamp }) {
    const cell = this.#cellAt(target);
    const moves = cell < 0 || button || !isPrimary ? "" : movesFor(this.board, cell);
    if (!moves) return;
    this.#element.setPointerCapture(pointerId);
    // All tiles from the blank to the one that is held.
    const held = [];
    for (let at = blankOf(this.board); at !== cell; held.push(at)) at = cellOf(this.board, moves[0], at);
    const size = target.closest(".tile").offsetWidth;
    this.#drag = { cell, held, size, step: STEP[moves[0]], x: clientX, y: clientY, time: timeStamp, along: 0, on: false };
  }

  #pull({ clientX, clientY }) {
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = drag.step;
    const [right, down] = [clientX - drag.x, clientY - drag.y];
    if (!drag.on && Math.hypot(right, down) < DRAG_FROM) return;
    drag.on = true;
    drag.along = Math.min(Math.max(right * x + down * y, 0), drag.size);
    this.#cells.classList.add("dragging");
    for (const cell of drag.held) this.#move(this.#tiles[this.board.tiles[cell]], cell, [drag.along * x, drag.along * y]);
  }

  // A tile that was only touched, or went far or fast enough, goes on; another goes back.
  #drop({ timeStamp }) {
    if (!this.#drag) return;
    const { on, along, size, time, cell } = this.#drag;
    this.#dropped = timeStamp;
    this.#letGo();
    const fast = along > DRAG_FROM && along / (timeStamp - time) > 0.4;
    if (!on || fast || along > size * 0.4) this.#onSlide(cell);
  }

  #letGo() {
    const { on } = this.#drag ?? {};
    this.#drag = null;
    if (!on) return;
    this.#cells.classList.remove("dragging", "still");
    this.#place();
  }
}
