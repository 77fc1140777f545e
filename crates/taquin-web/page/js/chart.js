// A bar chart with a logarithmic scale. Reuses the elements of bars, so that they animate.

import { el, svg } from "./dom.js";

const BAR = 20;
const TOP = 26;

/**
 * Returns the element and a function that draws bars with `label`, `kind` (the color), `value` (null while pending),
 * `figure` (the text of the value) and `open` (true if the value is a lower bound).
 */
export function barChart() {
  const [grid, rows] = [svg("g", { class: "chart-grid" }), svg("g")];
  const image = svg("svg", { role: "img" }, grid, rows);
  const root = el("div", { class: "chart", id: "compare-chart" }, image);
  const known = new Map();
  let drawn = null;
  new ResizeObserver(() => drawn && draw(...drawn)).observe(root);

  function draw(bars, title, tick) {
    drawn = [bars, title, tick];
    const width = root.clientWidth;
    const narrow = width < 560;
    const [pitch, from, to] = [BAR + (narrow ? 24 : 8), narrow ? 2 : 216, width - 96];
    const height = TOP + bars.length * pitch + 4;
    image.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const logs = bars.filter(({ value }) => value > 0).map(({ value }) => Math.log10(value));
    // A power of ten has a bar too.
    const low = Math.ceil(Math.min(...logs, logs.length ? 99 : 1)) - 1;
    const high = Math.max(Math.ceil(Math.max(...logs, low)), low + 1);
    const at = (log) => from + ((log - low) / (high - low)) * (to - from);
    const every = Math.ceil(((high - low) * 90) / (to - from));
    grid.replaceChildren();
    for (let log = low; log <= high; log++) {
      grid.append(svg("path", { d: `M${at(log)} ${TOP - 6}V${height}` }));
      if ((log - low) % every) continue;
      grid.append(svg("text", { x: at(log), y: 13, "text-anchor": log === low ? "start" : "middle" }, tick(10 ** log)));
    }
    rows.replaceChildren(
      ...bars.map(({ label, kind, value, figure, open }, i) => {
        if (!known.has(label)) known.set(label, svg("g", {}, svg("rect", { height: BAR, rx: 3 }), svg("text", {}, label), svg("text", { y: 14 })));
        const group = known.get(label);
        const [rect, name, end] = group.children;
        const long = value === null ? 0 : Math.max(value > 0 ? at(Math.log10(value)) - from : 0, 3);
        group.setAttribute("class", `of-${kind} ${value === null ? "is-pending" : open ? "is-open" : ""}`);
        group.style.transform = `translateY(${TOP + i * pitch + (narrow ? 18 : 0)}px)`;
        rect.style.x = `${from}px`;
        rect.style.width = `${long}px`;
        name.style.transform = narrow ? `translate(${from}px, -5px)` : `translate(${from - 10}px, 14px)`;
        name.style.textAnchor = narrow ? "start" : "end";
        end.style.transform = `translateX(${from + long + 7}px)`;
        end.textContent = figure;
        return group;
      }),
    );
    image.ariaLabel = `${title}, on a logarithmic scale. ${bars.map(({ label, figure }) => `${label}: ${figure}`).join("; ")}`;
  }

  return { root, draw };
}
