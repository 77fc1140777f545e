// Keyboard control.

import assert from "node:assert/strict";
import { EIGHTY, FOURTEEN, GOAL, hash, PHONE, PUZZLE04, suite, until } from "./helper.js";

const test = suite();

test("arrow keys slide tiles", { at: hash(FOURTEEN) }, async ({ tabTo, press, seeBoard }) => {
  await press("ArrowLeft");
  await seeBoard("8 1 3/4 2 0/7 6 5");
  await tabTo("board");
  await press("ArrowUp");
  await seeBoard("8 1 3/4 2 5/7 6 0");
  await press("ArrowUp"); // no tile below the blank
  await press("ArrowRight");
  await seeBoard("8 1 3/4 2 5/7 0 6");
  await press("ArrowDown");
  await seeBoard("8 1 3/4 0 5/7 2 6");
  for (let n = 0; n < 4; n++) await press("Control+Z");
  await seeBoard(FOURTEEN);
  await press("Control+Shift+Z");
  await seeBoard("8 1 3/4 2 0/7 6 5");
});

test("Shift and an arrow key slide the whole line", { at: hash(GOAL) }, async ({ press, see, seeBoard }) => {
  await press("Shift+ArrowRight");
  await seeBoard("1 2 3/4 5 6/0 7 8");
  await see("clock", /^2 moves \(1 multi-tile\) · /);
  await press("Shift+ArrowRight"); // no tile to the left of the blank
  await press("Shift+ArrowDown");
  await seeBoard("0 2 3/1 5 6/4 7 8");
  await see("clock", /^4 moves \(2 multi-tile\) · /);
});

test("solve and play", { at: hash(FOURTEEN) }, async ({ tabTo, focused, press, see, text, seeBoard }) => {
  await tabTo("solve");
  await press("Enter");
  await see("result", /^Solved in 14 moves/);
  await until(focused, "playback-play");
  await press("ArrowRight");
  await see("position", "1 of 14");
  await press("ArrowLeft");
  await see("position", "0 of 14");
  await press("Space");
  await see("position", /^[2-9] of 14/);
  await press("Space");
  const at = await text("position");
  await tabTo("scrubber");
  assert.equal(await text("position"), at, "paused");
  await press("Home");
  await see("position", "0 of 14");
  await press("ArrowRight");
  await see("position", "1 of 14");
  await tabTo("move-list");
  await press("ArrowRight");
  await see("position", "2 of 14");
  await press("ArrowLeft");
  await see("position", "1 of 14");
  await press("End");
  await seeBoard(GOAL);
});

test("stop and hints", { at: hash(EIGHTY) }, async ({ tabTo, focused, press, see, seeBoard }) => {
  await tabTo("solve");
  await press("Enter");
  await until(focused, "stop");
  await see("figures", /Nodes\n\d\d[\d.]* million/);
  await press("Enter");
  await see("result", /^\d+ moves; at least \d+ are needed/);
  await tabTo("hint-toggle");
  await press("Space");
  await see("hint", /^Next: .* \d+ to \d+ moves to go$/);
  await press("ArrowLeft");
  await seeBoard(/^11 0/);
});

test("tabs and Watch A*", { at: hash(PUZZLE04) }, async ({ tabTo, focused, press, see, seeBoard }) => {
  await tabTo("tab-solve");
  await press("ArrowRight");
  await until(focused, "tab-think");
  await see("think-summary", /^Step 0/);
  await tabTo("think-step");
  await press("Enter");
  await see("think-summary", /^Step 1/);
  await press("ArrowRight");
  await see("think-summary", /^Step 2/);
  await press("ArrowLeft");
  await press("Home");
  await see("think-summary", /^Step 0/);
  await tabTo("think-tree");
  await press("Space");
  await see("think-run", "Pause");
  await see("think-summary", /^Step 1/);
  await press("Space");
  await see("think-run", "Run");
  await press("End");
  await see("think-summary", /^The goal was dequeued/);
  await seeBoard(PUZZLE04);
});

test("edit and help", { at: hash(GOAL) }, async ({ at, tabTo, focused, press, page, seeBoard }) => {
  await tabTo("edit");
  await press("Enter");
  await until(focused, "edit-text");
  await page.keyboard.type("1 2 3/4 5 6/7 0 8");
  await press("Control+Enter");
  await seeBoard("1 2 3/4 5 6/7 0 8");
  await until(focused, "edit");
  await press("?");
  await until(() => at("help-dialog").isVisible(), true);
  await press("ArrowLeft"); // a dialog captures keys
  await press("Escape");
  await until(() => at("help-dialog").isVisible(), false);
  await seeBoard("1 2 3/4 5 6/7 0 8");
});

for (const [device, options] of [["desktop", {}], ["phone", PHONE]]) {
  test(`Tab follows the reading order on a ${device}`, { ...options, at: hash(FOURTEEN) }, async ({ page, at, press }) => {
    await page.locator("#setup summary").click();
    await at("copy-link").focus();
    const seen = [];
    for (let at; (at = await page.evaluate(focusPosition)); seen.push(at)) await press("Tab");
    const names = seen.map(({ name }) => name);
    for (const name of ["board", "goal", "edit", "hint-toggle", "exact-moves", "tab-solve", "solve"]) assert.ok(names.includes(name), name);
    for (const [i, { name, column, bottom }] of seen.entries()) {
      const last = seen[i - 1];
      // On a desktop, the panels are a separate column.
      if (last && (options === PHONE || last.column === column)) assert.ok(bottom > last.bottom - 60, `${name} after ${last.name}`);
    }
  });
}

/** The focused element and its position; null if there is none. */
function focusPosition() {
  const { activeElement: active } = document;
  const { bottom } = active.getBoundingClientRect();
  const name = active.id || active.innerText;
  return active === document.body ? null : { name, column: Boolean(active.closest(".panels")), bottom: bottom + scrollY };
}
