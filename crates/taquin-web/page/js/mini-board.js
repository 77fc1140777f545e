// Small boards, ten units per tile.

import { svg } from "./dom.js";

/** Draws a board as svg or g; `goal` has the tiles of the goal. */
export function miniBoard({ rows, cols, tiles }, goal, tag = "svg") {
  let [home, away] = ["", ""];
  const numbers = tiles.map((tile, cell) => {
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
