// The game tree of a trace. Draws only visible nodes, as small boards or, when zoomed out, as dots. All dots
// and all lines of a kind are one path, so that thousands of nodes stay smooth.

import { $, announce, reducedMotion, count, on, svg } from "./dom.js";

/** Trees of up to this many nodes have a fixed layout. */
const STILL = 48;
/** The minimum scale for boards. */
const BOARDS = 0.42;
const PATHS = ["line", "line is-fresh", "line is-path", "picked", "cut", "wait", "done", "fresh", "path", "now"];

const clamp = (n, least, most) => Math.min(Math.max(n, least), most);
const round = (n) => Math.round(n * 4) / 4;

/** Creates the tree in `root`; calls `onPick` with the id of a clicked node, or null. */
export function treeView(root, onPick) {
  root.innerHTML = `<div class="row"><h2>Game tree</h2><div class="row push">
<button class="btn" title="Keep the dequeued board in view">Follow</button>
<button class="btn" title="Keep the whole tree in view (0)">Fit</button>
<button class="btn" aria-label="Zoom out">−</button><button class="btn" aria-label="Zoom in">+</button></div></div>
<div class="tree" tabindex="0" role="group" id="think-tree" title="↑ ↓ and Shift ← → move between boards; + − 0 and Ctrl + wheel zoom"></div>`;
  const stage = $(".tree", root);
  const [follow, fit, smaller, larger] = root.querySelectorAll("button");
  const paths = PATHS.map((name) => svg("path", { class: name.startsWith("line") ? name : `dot is-${name}` }));
  const layer = svg("g");
  stage.append(svg("svg", {}, paths, layer));

  let replay = null;
  let k = 0;
  let picked = null;
  let shown = 0;
  // The x positions of nodes, in node widths: current, and at the start and end of an animation.
  let [xs, from, to] = [[], [], []];
  let bounds = null;
  let [width, height, cell, slot, level] = [0, 0, 0, 0, 0];
  // The size of the stage; the camera: its centre, pixels per width and per level, and the scale of boards.
  let [w, h] = [0, 0];
  let camera = { x: 0, y: 0, kx: 1, ky: 1, z: 1 };
  let mode = "follow";
  let zoomed = null;
  let frame = 0;
  const boards = new Map();

  function load(next) {
    replay = next;
    [zoomed, shown] = [null, 0];
    layer.replaceChildren();
    boards.clear();
    cell = Math.max(84 / Math.max(replay.rows, replay.cols, 3), 12);
    [width, height] = [replay.cols * cell + 8, replay.rows * cell + 8];
    [slot, level] = [Math.max(width, 78) + 14, height + 62];
    [xs, from, to] = [0, 0, 0].map(() => new Float64Array(replay.nodes.length));
    requestAnimationFrame(place);
    turn(mode === "free" ? "follow" : mode);
  }

  /** Moves to a position within `ms` milliseconds. */
  function show(position, ms) {
    const { nodes, there, steps } = replay;
    const [before, still] = [shown, nodes.length <= STILL];
    k = position;
    picked = null;
    shown = there[Math.min(k + 1, steps)];
    if (shown !== before) bounds = layout(replay, still ? nodes.length : shown, to);
    for (let id = before; id < shown; id++) xs[id] = id && xs[nodes[id].parent];
    stage.ariaLabel = `Game tree of ${count(shown)} boards${replay.found(k) ? ", with the path to the goal" : ""}`;
    go(still || !before ? 0 : ms, before && ms);
  }

  // Pixels per width and per level at scale z. Dots spread over the whole stage.
  function scales(z) {
    const least = (room, n, one) => (z < BOARDS ? Math.min(BOARDS * one, room / Math.max(n, 1)) : 0);
    const kx = Math.max(z * slot, least(w - 40, bounds.right - bounds.left, slot));
    return { kx, ky: Math.max(z * level, least(h - 44, bounds.depth, level)), z };
  }

  function whole() {
    const { left, right, depth } = bounds;
    const seen = scales(Math.min((w - 24) / ((right - left + 1) * slot), (h - 30) / (depth * level + height + 18), 1.5));
    const below = seen.z < BOARDS ? 0 : ((height + 10) * seen.z) / seen.ky;
    return { ...seen, x: (left + right) / 2, y: (depth + below) / 2 };
  }

  function aim() {
    const all = whole();
    if (mode === "free") return camera;
    const usual = w < 480 ? 0.62 : innerWidth < 1600 ? 0.8 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (mode === "fit" || (zoomed === null && all.z >= 0.7 * usual)) return all;
    // Leaves room for ancestors above and children below.
    const id = replay.current(k);
    const seen = scales(zoomed ?? usual);
    const top = Math.max(Math.min((h * 2) / 3, h - seen.ky - (height + 30) * seen.z), 20);
    return { ...seen, x: to[id], y: replay.nodes[id].moves + (h / 2 - top) / seen.ky };
  }

  // Extends the stage to the bottom of the window.
  function place() {
    if (stage.clientWidth) stage.style.setProperty("--top", `${Math.round(stage.getBoundingClientRect().top + scrollY)}px`);
  }

  // Animates nodes and camera to their targets.
  function go(nodesIn, cameraIn) {
    cancelAnimationFrame(frame);
    if (!w || !shown) return;
    const [start, at, target, quiet] = [performance.now(), camera, aim(), reducedMotion()];
    from.set(xs);
    const part = (now, ms) => {
      const t = ms && !quiet ? clamp((now - start) / ms, 0, 1) : 1;
      return t * t * (3 - 2 * t);
    };
    const tick = (now) => {
      const [n, c] = [part(now, nodesIn), part(now, cameraIn)];
      for (let id = 0; id < shown; id++) xs[id] = from[id] + (to[id] - from[id]) * n;
      camera = Object.fromEntries(Object.keys(at).map((key) => [key, at[key] + (target[key] - at[key]) * c]));
      draw();
      if (n < 1 || c < 1) frame = requestAnimationFrame(tick);
    };
    tick(start);
  }

  const across = (id) => round(w / 2 + (xs[id] - camera.x) * camera.kx);
  const down = (id) => round(h / 2 + (replay.nodes[id].moves - camera.y) * camera.ky);

  function draw() {
    const { kx, ky, z } = camera;
    const large = z >= BOARDS;
    const [wide, tall, foot] = large ? [width * z, (height + 30) * z, (height + 18) * z] : [8, 8, 0];
    const bend = round((ky - foot) / 2);
    const [d, seen, found] = [Object.fromEntries(PATHS.map((name) => [name, ""])), new Set(), replay.found(k)];
    for (let id = 0; id < shown; id++) {
      const [x, y] = [across(id), down(id)];
      if (y < -tall || y > h + tall + ky) continue;
      const kind = replay.state(id, k);
      const marked = found && replay.path.has(id);
      const px = id && across(replay.nodes[id].parent);
      if (id && Math.max(x, px) > 0 && Math.min(x, px) < w) {
        const curve = large ? `c0 ${bend} ${x - px} ${bend} ${x - px} ${2 * bend}` : `L${x} ${y}`;
        d[marked ? "line is-path" : replay.made[id] > k ? "line is-fresh" : "line"] += `M${px} ${y - ky + foot}${curve}`;
      }
      if (x < -wide || x > w + wide || y > h + tall) continue;
      if (large) {
        seen.add(id);
        if (!boards.has(id)) boards.set(id, board(id));
        const group = boards.get(id);
        group.setAttribute("class", `node is-${kind}${marked ? " is-path" : ""}${id === picked ? " is-picked" : ""}`);
        group.setAttribute("transform", `translate(${x} ${y}) scale(${z})`);
        if (!group.isConnected) layer.append(group);
        continue;
      }
      if (id === picked) d.picked = `M${x} ${y}h.01`;
      if (kind === "cut") d.cut += `M${x - 2} ${y - 2}l4 4m0-4l-4 4`;
      else d[marked && kind !== "now" ? "path" : kind] += `M${x} ${y}h.01`;
    }
    PATHS.forEach((name, i) => paths[i].setAttribute("d", d[name]));
    stage.style.setProperty("--dot", `${clamp(Math.min(kx, ky) * 0.55, 3, 11)}px`);
    for (const [id, group] of boards) {
      if (seen.has(id)) continue;
      group.remove();
      if (boards.size > 600) boards.delete(id);
    }
  }

  function board(id) {
    const { move, state } = replay.nodes[id];
    const [step, cut, half] = [replay.taken[id], state === "pruned", width / 2];
    const mini = replay.mini(id, "g");
    mini.setAttribute("transform", `translate(${4 - half} 4) scale(${cell / 10})`);
    const text = (y, words, x = 0) => svg("text", { x, y }, words);
    const disc = { class: "disc", transform: `translate(${half} 0)` };
    return svg(
      "g",
      {},
      svg("rect", { x: -half, width, height, rx: 6 }),
      mini,
      move && text(-5, move, 6 - half),
      cut
        ? [svg("path", { d: `M${-half} ${height}L${half} 0` }), text(height + 12, replay.informed ? "pruned: same as" : "pruned:"), text(height + 23, replay.informed ? "the board before" : "a duplicate")]
        : text(height + 14, replay.sum(id) + replay.f(id)),
      step < replay.steps && svg("g", disc, svg("circle", { r: step > 99 ? 12 : 9 }), text(3.5, step)),
    );
  }

  function turn(next, ms = 250) {
    mode = next;
    follow.ariaPressed = mode === "follow";
    fit.ariaPressed = mode === "fit";
    if (ms) zoomed = null;
    go(0, ms);
  }

  // Zooms around a point of the stage.
  function zoom(factor, px = w / 2, py = h / 2) {
    const z = clamp(camera.z * factor, Math.min(whole().z, BOARDS), 2.5);
    const next = scales(z);
    const shift = (d, old, now) => d / old - d / now;
    const x = camera.x + shift(px - w / 2, camera.kx, next.kx);
    const y = camera.y + shift(py - h / 2, camera.ky, next.ky);
    camera = { ...next, x, y };
    if (mode === "follow") zoomed = z;
    turn(mode === "follow" ? mode : "free", 0);
  }

  function pan(dx, dy) {
    camera = { ...camera, x: camera.x - dx / camera.kx, y: camera.y - dy / camera.ky };
    turn("free", 0);
  }

  /** Selects a node, and centres it if it is out of view. */
  function select(id) {
    picked = id;
    const [dx, dy] = id === null || id >= shown ? [0, 0] : [w / 2 - across(id), h / 2 - down(id)];
    if (Math.abs(dx) > w / 2 || Math.abs(dy) > h / 2) pan(dx, dy);
    else draw();
  }

  function hit(px, py) {
    const { z } = camera;
    const large = z >= BOARDS;
    let [best, near] = [null, large ? (width * z * 0.6) ** 2 : 200];
    for (let id = 0; id < shown; id++) {
      const far = (px - across(id)) ** 2 + (py - down(id) - (large && (height * z) / 2)) ** 2;
      if (far < near) [best, near] = [id, far];
    }
    return best;
  }

  follow.onclick = () => turn(mode === "follow" ? "free" : "follow");
  fit.onclick = () => turn("fit");
  smaller.onclick = () => zoom(1 / 1.4);
  larger.onclick = () => zoom(1.4);
  on(window, "resize", place);
  new ResizeObserver(() => {
    [w, h] = [stage.clientWidth, stage.clientHeight];
    go(0, 0);
  }).observe(stage);

  const fingers = new Map();
  let dragged = false;
  const point = ({ clientX, clientY }) => {
    const { left, top } = stage.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  stage.onpointerdown = (event) => {
    if (event.button || !shown) return;
    stage.setPointerCapture(event.pointerId);
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, point(event));
  };
  stage.onpointermove = (event) => {
    const [was, now] = [fingers.get(event.pointerId), point(event)];
    const apart = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
    if (!was || (!dragged && apart(now, was) < 5)) return;
    dragged = true;
    fingers.set(event.pointerId, now);
    const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1];
    const share = other ? 0.5 : 1;
    pan((now[0] - was[0]) * share, (now[1] - was[1]) * share);
    if (other) zoom(apart(now, other) / Math.max(apart(was, other), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  };
  stage.onpointerup = (event) => fingers.delete(event.pointerId) && !dragged && onPick(hit(...point(event)));
  stage.onlostpointercapture = (event) => fingers.delete(event.pointerId);
  // The wheel alone scrolls the page. Browsers report a pinch as wheel with Ctrl.
  const wheel = (event) => {
    if (!shown || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    zoom(Math.exp(-clamp(event.deltaY, -50, 50) * 0.01), ...point(event));
  };
  stage.addEventListener("wheel", wheel, { passive: false });

  function neighbor(key, shift) {
    const { first, kids, nodes } = replay;
    const id = picked ?? replay.current(k);
    const parent = nodes[id].parent ?? id;
    if (key === "ArrowUp") return parent;
    if (key === "ArrowDown") return kids[id] && first[id] < shown ? first[id] : id;
    const by = shift && { ArrowLeft: -1, ArrowRight: 1 }[key];
    return by ? id && clamp(id + by, first[parent], Math.min(first[parent] + kids[parent], shown) - 1) : null;
  }

  stage.onkeydown = (event) => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { "+": larger, "=": larger, "-": smaller, 0: fit }[key];
    const next = neighbor(key, shiftKey);
    if (!act && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (act) return act.click();
    onPick(next);
    announce(replay.words(next));
  };

  return { load, show, select };
}

// Lays out the first `size` nodes (Reingold and Tilford): packs subtrees side by side and centres parents
// above. `left` and `right` are the contours of subtrees, one x per level. Children have higher ids than
// their parents.
function layout({ first, kids, nodes }, size, to) {
  const [left, right] = [[], []];
  for (let id = size - 1; id >= 0; id--) {
    const end = Math.min(first[id] + kids[id], size);
    const [l, r] = [[], []];
    let at = 0;
    for (let kid = first[id]; kid < end; kid++) {
      at = 0;
      r.forEach((x, d) => d < left[kid].length && (at = Math.max(at, x + 1 - left[kid][d])));
      to[kid] = at;
      left[kid].forEach((x, d) => {
        l[d] ??= x + at;
        r[d] = right[kid][d] + at;
      });
    }
    for (let kid = first[id]; kid < end; kid++) to[kid] -= at / 2;
    left[id] = [0, ...l.map((x) => x - at / 2)];
    right[id] = [0, ...r.map((x) => x - at / 2)];
  }
  to[0] = 0;
  for (let id = 1; id < size; id++) to[id] += to[nodes[id].parent];
  return { left: Math.min(...left[0]), right: Math.max(...right[0]), depth: left[0].length - 1 };
}
