// The board. Tiles are positioned by transforms in units of their size, so that the browser scales and
// animates them. Tiles slide by click, tap, drag or swipe.

import { reducedMotion, el, on } from "./dom.js";
import { blankOf, cellOf, inOrder, movesFor, toText } from "./puzzle.js";

const DRAG_FROM = 6; // pixels: less is a click
const SWIPE_FROM = 24; // pixels
const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export class BoardView {
  board = null;
  #element;
  #onSlide;
  #cells = el("div", { class: "cells" });
  #blank = el("div", { class: "blank" });
  #tiles = []; // elements by number
  #home = []; // goal cells by number
  #goal = null;
  #image = null; // {url, aspect}
  #hint = null;
  #drag = null;
  #dropped = -Infinity; // time of the last drop

  /** Calls `onSlide` with the cell of the tile to slide, or with a move. */
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

  /** Shows a board; tiles glide unless the size changes. */
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

  /** Highlights the tile of a cell, or none. */
  hintCell(cell) {
    this.#hint?.classList.remove("hint");
    this.#hint = this.#tiles[this.board?.tiles[cell]];
    this.#hint?.classList.add("hint");
  }

  /** Sets the goal, which determines tints and image parts. */
  setGoal(goal) {
    this.#goal = goal;
    if (this.board) this.#settle();
  }

  /** Sets or removes the image; throws if it cannot be decoded. */
  async setImage(url) {
    const image = new Image();
    if (url) {
      image.src = url;
      await image.decode();
    }
    this.#image = url && { url, aspect: image.naturalWidth / image.naturalHeight };
    this.#element.classList.toggle("has-image", Boolean(url));
    this.#settle();
  }

    setNumbers(shown) {
    this.#element.classList.toggle("unnumbered", !shown);
  }

  /** Sets the duration of a slide. */
  setPace(ms) {
    this.#element.style.setProperty("--slide", `${ms}ms`);
  }

    celebrate() {
    if (reducedMotion()) return;
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

  // Sets goal cells and image parts. The image covers the board and is cropped evenly.
  #settle() {
    const { rows, cols } = this.board;
    const goal = this.#goal?.rows === rows && this.#goal.cols === cols ? this.#goal : inOrder(rows, cols);
    const { url, aspect = 1 } = this.#image ?? {};
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
      element.toggleAttribute("data-movable", Boolean(moves));
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

  // Handles clicks without a pointer, such as those of screen readers.
  #click({ target, timeStamp }) {
    const cell = this.#cellAt(target);
    if (cell >= 0 && timeStamp - this.#dropped > 400) this.#onSlide(cell);
  }

  #grab({ target, button, isPrimary, pointerId, pointerType, clientX, clientY, timeStamp }) {
    const cell = this.#cellAt(target);
    const moves = cell < 0 ? "" : movesFor(this.board, cell);
    const swipes = pointerType !== "mouse";
    if (button || !isPrimary || (!moves && !swipes)) return;
    this.#element.setPointerCapture(pointerId);
    // All tiles from the blank to the dragged one.
    const held = [];
    for (let at = blankOf(this.board); moves && at !== cell; held.push(at)) at = cellOf(this.board, moves[0], at);
    const size = this.#blank.offsetWidth;
    this.#drag = { cell, held, size, swipes, step: STEP[moves[0]] ?? [0, 0], x: clientX, y: clientY, time: timeStamp, along: 0, on: false };
  }

  #pull({ clientX, clientY }) {
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = drag.step;
    const [right, down] = (drag.way = [clientX - drag.x, clientY - drag.y]);
    if (!drag.on && Math.hypot(right, down) < DRAG_FROM) return;
    drag.on = true;
    drag.along = Math.min(Math.max(right * x + down * y, 0), drag.size);
    this.#cells.classList.add("dragging");
    for (const cell of drag.held) this.#move(this.#tiles[this.board.tiles[cell]], cell, [drag.along * x, drag.along * y]);
  }

  // A tap, or a drag far or fast enough, slides the tile with those between it and the blank; otherwise it returns. A swipe in
  // another direction, or from another tile, slides the tile that can move in this direction.
  #drop({ timeStamp }) {
    if (!this.#drag) return;
    const { on, along, size, time, cell, swipes, way } = this.#drag;
    this.#dropped = timeStamp;
    this.#letGo();
    const fast = along > DRAG_FROM && along / (timeStamp - time) > 0.4;
    if (!on || fast || along > size * 0.4) cell >= 0 && this.#onSlide(cell);
    else if (swipes && along <= DRAG_FROM && Math.hypot(...way) > SWIPE_FROM) this.#onSlide(directionOf(way));
  }

  #letGo() {
    const { on } = this.#drag ?? {};
    this.#drag = null;
    if (!on) return;
    this.#cells.classList.remove("dragging", "still");
    this.#place();
  }
}

const directionOf = ([right, down]) => (Math.abs(right) > Math.abs(down) ? (right > 0 ? "R" : "L") : down > 0 ? "D" : "U");
