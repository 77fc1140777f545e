// Small helpers: elements, events, words for screen readers, the clipboard, figures.

/** The first element that matches. @returns {HTMLElement} */
export const $ = (selector, root = document) => root.querySelector(selector);

/** The elements within that have an id, by it, with `the-name` as theName. */
export const parts = (root) =>
  Object.fromEntries(Array.from(root.querySelectorAll("[id]"), (node) => [node.id.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), node]));

/**
 * Makes an element. Attributes may be `style` and `dataset` as objects and `onclick` and the like as functions; null,
 * undefined and false are left out, among the children too.
 * @returns {HTMLElement}
 */
export const el = (tag, attrs, ...children) => fill(document.createElement(tag), attrs, children);

/** The same for SVG. @returns {SVGElement} */
export const svg = (tag, attrs, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attrs, children);

const some = (value) => value !== null && value !== undefined && value !== false;

function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (!some(value)) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    // A style attribute would be refused by the page's content security policy.
    else if (name === "style") for (const [key, to] of Object.entries(value)) key.startsWith("--") ? node.style.setProperty(key, to) : (node.style[key] = to);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(some));
  return node;
}

/** Listens; the answer is a function that ends it. */
export function on(target, type, listener, options) {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

/** Says something to screen readers, politely. */
export function announce(text) {
  $("#live").textContent = "";
  setTimeout(() => ($("#live").textContent = text), 40);
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

/** 0.0123 → "12 ms", 3.14159 → "3.1 s" */
export function duration(seconds) {
  if (seconds < 0.001) return "under 1 ms";
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** Copies, and says so on the button for a moment. */
export async function copyFrom(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only pages that came over a secure connection have that clipboard.
    const area = el("textarea", { class: "visually-hidden" });
    document.body.append(area);
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
