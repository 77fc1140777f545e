// A plot of the moves left over the moves made, with the mistakes and a cursor.

import { count, el, on, svg } from "./dom.js";

const HEIGHT = 180;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 12, 12, 26]; // margins

/**
 * Returns the element and two functions: `draw` takes the moves left before each move and at the end, and the indices of the
 * mistakes; `mark` moves the cursor. `onPick` gets the index of a position that is clicked.
 */
export function leftPlot(onPick) {
  const image = svg("svg", { role: "img" });
  const root = el("div", { class: "plot", id: "analyze-plot" }, image);
  const cursor = svg("g", { class: "plot-cursor" }, svg("path"), svg("circle", { r: 5 }));
  let [left, mistakes, at] = [[0], [], 0];
  new ResizeObserver(render).observe(root);

  const last = () => Math.max(left.length - 1, 1);
  const x = (i) => LEFT + (i / last()) * (root.clientWidth - LEFT - RIGHT);
  const y = (moves) => TOP + (1 - moves / Math.max(...left, 1)) * (HEIGHT - TOP - BOTTOM);
  const text = (content, attrs) => svg("text", attrs, content);

  function draw(newLeft, newMistakes) {
    [left, mistakes] = [newLeft, newMistakes];
    image.ariaLabel = `Moves left over moves made: ${count(left[0])} at the start, 0 after ${count(left.length - 1)} moves; mistakes: ${mistakes.length}`;
    render();
  }

  function render() {
    if (!root.clientWidth) return;
    image.setAttribute("viewBox", `0 0 ${root.clientWidth} ${HEIGHT}`);
    const [most, end] = [Math.max(...left, 1), left.length - 1];
    const [bottom, right] = [y(0), x(last())];
    const ticks = [...new Set([0, Math.round(most / 2), most])];
    const line = left.map((moves, i) => `${i ? "L" : "M"}${x(i)} ${y(moves)}`).join("");
    image.replaceChildren(
      ...ticks.flatMap((tick) => [svg("path", { class: "plot-grid", d: `M${LEFT} ${y(tick)}H${right}` }), text(count(tick), { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" })]),
      text("0 moves made", { x: LEFT, y: HEIGHT - 6 }),
      text(count(end), { x: right, y: HEIGHT - 6, "text-anchor": "end" }),
      // The optimum: one move less with each move.
      svg("path", { class: "plot-optimum", d: `M${x(0)} ${y(left[0])}L${x(left[0])} ${bottom}` }),
      svg("path", { class: "plot-line", d: line }),
      ...mistakes.map((i) => svg("circle", { class: "plot-mistake", cx: x(i), cy: y(left[i]), r: end > 150 ? 3 : 4 })),
      cursor,
    );
    mark(at);
  }

  function mark(position) {
    at = Math.min(position, left.length - 1);
    if (!root.clientWidth) return;
    cursor.firstChild.setAttribute("d", `M${x(at)} ${TOP}V${y(0)}`);
    cursor.lastChild.setAttribute("cx", x(at));
    cursor.lastChild.setAttribute("cy", y(left[at]));
  }

  on(image, "click", ({ clientX }) => {
    const share = (clientX - image.getBoundingClientRect().left - LEFT) / (root.clientWidth - LEFT - RIGHT);
    onPick(Math.min(Math.max(Math.round(share * (left.length - 1)), 0), left.length - 1));
  });

  return { root, draw, mark };
}
