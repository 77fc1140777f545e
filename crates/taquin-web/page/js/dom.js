// Helpers for elements, events, screen readers, the clipboard and number formats.

export const $ = (selector, root = document) => root.querySelector(selector);

/** The elements with an id, keyed by it in camel case. */
export const parts = (root) =>
  Object.fromEntries(Array.from(root.querySelectorAll("[id]"), (node) => [node.id.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), node]));

/**
 * Creates an element. A function as attribute is an event listener; null, undefined and false are skipped, also as
 * children.
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

export const each = (list, html) => list.map(html).join("");

export const on = (target, type, listener) => target.addEventListener(type, listener);

let announcing;

/** Announces a text to screen readers; a text right after it replaces it. */
export function announce(text) {
  clearTimeout(announcing);
  $("#live").textContent = "";
  announcing = setTimeout(() => ($("#live").textContent = text), 40);
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Calls `fn` after `ms`, or the time given with the call, without another call. */
export function debounce(fn, ms) {
  let timer;
  const later = (wait = ms) => {
    clearTimeout(timer);
    timer = setTimeout(fn, wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Calls `fn` at once, but at most every `ms`; the last call always counts. */
export function throttle(fn, ms) {
  let timer = null;
  let again = false;
  return function call() {
    again = timer !== null;
    if (again) return;
    fn();
    timer = setTimeout(() => {
      timer = null;
      if (again) call();
    }, ms);
  };
}

/** 1234567 → "1,234,567". The first use of Intl takes 40 ms, too long for the start of the page. */
export const count = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

let compact;

/** 1234567 → "1.23 million" */
export function about(n) {
  if (n < 1e4) return count(n);
  compact ??= new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 });
  return compact.format(n);
}

/** (1, "move") → "1 move", (2, "move") → "2 moves" */
export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** "it can't" → "It can’t" */
export const sentence = (text) => text[0].toUpperCase() + text.slice(1).replaceAll("'", "’");

/** 0.000123 → "123 µs", 0.0123 → "12 ms", 3.14159 → "3.1 s"; the clocks of browsers are coarse */
export function duration(seconds) {
  if (seconds === 0) return "less than 0.1 ms";
  if (seconds < 1) return seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs` : `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** Copies a text and confirms it on the button. */
export async function copyFrom(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only secure contexts have navigator.clipboard.
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
