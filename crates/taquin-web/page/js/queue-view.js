// The priority queue of a trace as cards.

import { reducedMotion, count, el, plural } from "./dom.js";

const SHOWN = 12;

/** Shows the front of the queue; calls `onPick` with the id of a clicked card. */
export function queueView(root, onPick) {
  const title = el("h2");
  const list = el("ol", { tabindex: "0", "aria-label": "Queue, next board first" });
  let cards = new Map();
  let last = null;
  root.prepend(title);
  root.append(list);

  function make(replay, id) {
    const sum = el("span", { class: "number" }, replay.sum(id), el("b", {}, replay.f(id)));
    const attrs = { "aria-label": replay.words(id), onclick: () => onPick(id) };
    return el("li", {}, el("button", attrs, el("i"), replay.mini(id), sum));
  }

  return function show(replay, k, ms) {
    const [old, over, waiting] = [replay === last ? cards : new Map(), k === replay.steps, replay.waiting(k)];
    const was = new Map([...old].map(([id, card]) => [id, card.offsetLeft]));
    last = replay;
    cards = new Map(replay.queue(k, SHOWN).map((id) => [id, old.get(id) ?? make(replay, id)]));
    let next = !over;
    for (const [id, card] of cards) {
      const tag = next ? "next" : k && replay.made[id] === k ? "new" : "";
      card.className = next ? "is-now" : "is-wait";
      card.querySelector("i").textContent = tag;
      next = false;
    }
    const more = waiting - cards.size;
    list.replaceChildren(...cards.values(), more ? `… and ${count(more)} more` : waiting ? "" : "Empty");
    title.textContent = `Queue ${over ? "at the end" : `before step ${count(k)}`}: ${plural(waiting, "board")}`;
    if (!ms || reducedMotion()) return;
    // Existing cards slide to their new position; new ones come in from above.
    for (const [id, card] of cards) {
      const from = was.has(id) ? `${was.get(id) - card.offsetLeft}px` : "0 -1rem";
      if (from !== "0px") card.animate({ translate: [from, "0"] }, { duration: ms, easing: "ease-out" });
    }
  };
}
