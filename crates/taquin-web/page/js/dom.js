// Small helpers: elements, events, words for screen readers, the clipboard, figures.

/** The first element that matches. */
export const $ = (selector, root = document) => root.querySelector(selector);

/** The elements within that have an id, by it, with `the-name` as theName. */
export const parts = (root) =>
  Object.fromEntries(Array.from(root.querySelectorAll("[id]"), (node) => [node.id.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), node]));

/**
 * Makes an element. Attributes may be functions, for `onclick` and the like; null, undefined and false are left out, among
 * the children too.
 */
export const el = (tag, attrs, ...children) => fill(document.createElement(tag), attrs, children);

/** The same for SVG. */
export const svg = (tag, attrs, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attrs, children);

const some = (value) => value !== null && value !== undefined && value !== false;

function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (!some(value)) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(some));
  return node;
}

/** The HTML of a list's items, one after the other. */
export const each = (list, html) => list.map(html).join("");

export const on = (target, type, listener) => target.addEventListener(type, listener);

let speaking;

/** Says something to screen readers, politely; what comes right after it takes its place. */
export function announce(text) {
  clearTimeout(speaking);
  $("#live").textContent = "";
  speaking = setTimeout(() => ($("#live").textContent = text), 40);
}

/** Whether less motion is wanted. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Calls `fn` once nothing has asked for it for `ms` (or the time given with the call). */
export function debounce(fn, ms) {
  let timer;
  const later = (wait = ms) => {
    clearTimeout(timer);
    timer = setTimeout(fn, wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** 1234567 → "1,234,567" */
export const count = (n) => Math.round(n).toLocaleString("en");

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 });

/** 1234567 → "1.23 million" */
export const about = (n) => (n < 1e4 ? count(n) : COMPACT.format(n));

/** (1, "move") → "1 move", (2, "move") → "2 moves" */
export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** The server's words as the page has them: "it can't" → "It can’t" */
export const sentence = (text) => text[0].toUpperCase() + text.slice(1).replaceAll("'", "’");

/** 0.000123 → "123 µs", 0.0123 → "12 ms", 3.14159 → "3.1 s" */
export function duration(seconds) {
  if (seconds < 1) return seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs` : `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** Copies, and says so on the button for a moment. */
export async function copyFrom(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only pages that came over a secure connection have that clipboard.
    const area = el("textarea", { class: "visually-hidden" });
    ($("dialog[open]") ?? document.body).append(area);
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  announce("Copied");
  button.dataset.copied = "";
  setTimeout(() => delete button.dataset.copied, 1500);
}
