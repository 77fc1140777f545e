// The Analyze panel.

import assert from "node:assert/strict";
import { EIGHTY, FIVE, FOURTEEN, GOAL, hash, PHONE, suite, until } from "./helper.js";

const test = suite("--threads", "2");
const SIXTEEN = "RLLURRDDLURULDLU"; // a solution of FOURTEEN; its first move is a mistake

test("a pasted solution is compared with the optimum", { at: hash(GOAL, "&v=analyze") }, async ({ page, at, see, seeBoard, press }) => {
  await at("analyze-board").fill(FOURTEEN);
  await at("analyze-moves").fill(SIXTEEN);
  await at("analyze-run").click();
  await see("analyze-title", "16 moves, 2 more than the optimum of 14");
  await see("analyze-more", /^1 mistake\. 1\d in the multi-tile metric\.$/);
  assert.equal(await page.locator("#analyze-move-list span").count(), 16);
  assert.deepEqual(await page.locator("#analyze-move-list .is-mistake").allTextContents(), ["R+2"]);
  assert.equal(await page.locator(".plot-mistake").count(), 1);
  await see("analyze-mistakes", /^Move 1: R\n\+2\nBetter: ([UDLR] ){8}…$/);
  // A move shows the board after it, a mistake the board before it.
  await page.locator("#analyze-move-list span").first().click();
  await seeBoard("8 1 3/0 4 2/7 6 5");
  await see("analyze-position", "After move 1 of 16: 15 moves left");
  await page.locator("#analyze-mistakes button").click();
  await seeBoard(FOURTEEN);
  await see("analyze-position", "Start: 14 moves left");
  await at("hint-toggle").click();
  await see("hint", /^Next: \d (up|left|down)\. 14 moves to go$/);
  await at("analyze-move-list").focus();
  await press("End");
  await seeBoard(GOAL);
  await press("ArrowLeft");
  await see("analyze-position", "After move 15 of 16: 1 move left");
  const { x, y, width, height } = await page.locator("#analyze-plot svg").boundingBox();
  await page.mouse.click(x + width - 14, y + height / 2);
  await see("analyze-position", "After move 16 of 16: 0 moves left");
  // The whole review is one step.
  await at("undo").click();
  await seeBoard(GOAL);
});

test("a game that ends on the page is analyzed with one click", { at: hash("1 2 3/4 5 6/0 7 8") }, async ({ page, at, see, seeBoard, press }) => {
  assert.ok(await at("analyze-game").isHidden());
  for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"]) await press(key);
  await see("cheer", "Solved in 4 moves; the shortest solution has 2");
  await at("analyze-game").click();
  await see("analyze-title", "4 moves, 2 more than the optimum of 2");
  assert.equal(await at("analyze-board").inputValue(), "1 2 3 / 4 5 6 / 0 7 8");
  assert.equal(await at("analyze-moves").inputValue(), "D U L2");
  await until(() => page.url(), /&v=analyze$/);
  // Another metric analyzes it again: two tiles that slide together are one move.
  await at("metric").selectOption("multi");
  await see("analyze-title", "3 multi-tile moves, 2 more than the optimum of 1");
  await see("analyze-more", "1 mistake. 4 in the single-tile metric.");
  assert.deepEqual(await page.locator("#analyze-move-list span").allTextContents(), ["D+2", "U", "L2"]);
  await page.locator("#analyze-move-list span").last().click();
  await seeBoard(GOAL);
});

test("moves of the game so far can be used", { at: hash(FOURTEEN, "&v=analyze"), statuses: [422] }, async ({ at, see, press }) => {
  await see("analyze-mine", "Use my moves");
  assert.ok(await at("analyze-mine").isDisabled());
  await press("Shift+ArrowLeft");
  await see("analyze-mine", "Use my 1 move");
  assert.equal(await at("analyze-moves").inputValue(), "L");
  await at("analyze-mine").click();
  await see("analyze-error", /^the solution is incomplete: it ends after move 1, and 1[35] more are needed \([UDLR23]+\)$/);
});

test("scrambles, tile numbers and letters of the blank", { at: hash(GOAL, "&v=analyze&m=multi") }, async ({ page, at, see }) => {
  await at("analyze-board").fill("R2 D");
  await at("analyze-moves").fill("4 8");
  await at("analyze-run").click();
  await see("analyze-title", "2 multi-tile moves, as few as possible");
  assert.ok(await at("analyze-mistakes").isHidden());
  assert.deepEqual(await page.locator("#analyze-move-list span").allTextContents(), ["U", "L2"]);
  await at("analyze-board").fill("L2 U");
  await at("analyze-moves").fill("D R2");
  await at("analyze-blank").check();
  await at("analyze-run").click();
  await until(async () => (await page.locator("#analyze-move-list span").allTextContents()).join(), "D,R2");
});

test("a wrong solution is explained and its faulty move selected", { at: hash(FOURTEEN, "&v=analyze"), statuses: [422] }, async ({ at, see }) => {
  await at("analyze-moves").fill("LU R3");
  await at("analyze-run").click();
  await see("analyze-error", /^move 3, 'R3' at character 4: no tile can slide RIGHT/);
  const selected = () => at("analyze-moves").evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(await selected(), "R3");
  await at("analyze-moves").fill("hello");
  await at("analyze-run").click();
  await see("analyze-error", /^move 1, 'h' at character 1: moves are U, D, L and R/);
  await at("analyze-board").fill("1 2 3/4 5 5/7 8 0");
  await at("analyze-run").click();
  await see("analyze-error", /5 occurs twice/);
  await at("analyze-board").fill("1 2 3/4 5 6/8 7 0");
  await at("analyze-moves").fill("");
  await at("analyze-run").click();
  await see("analyze-error", /^This board can’t reach this goal\./);
  await at("analyze-board").fill(FIVE);
  await at("analyze-run").click();
  await see("analyze-error", /up to 16 cells/);
});

test("an analysis can be stopped", { at: hash(EIGHTY, "&v=analyze") }, async ({ at, see, focused }) => {
  await at("analyze-moves").fill("L R ".repeat(200));
  await at("analyze-run").click();
  await see("analyze-note", /^Analyzing…/);
  await at("analyze-stop").click();
  await see("analyze-note", "Stopped");
  assert.equal(await focused(), "analyze-run");
  assert.ok(await at("analyze-stop").isHidden());
  await see("analyze-error", "");
});

test("a pasted text goes into the field", { at: hash(GOAL, "&v=analyze") }, async ({ page, at, press }) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), SIXTEEN);
  await at("analyze-moves").focus();
  await press("Control+V");
  await until(() => at("analyze-moves").inputValue(), SIXTEEN);
  assert.ok(await at("edit-dialog").isHidden());
});

test("the analysis fits a phone and shows the board", { ...PHONE, at: hash(FOURTEEN, "&v=analyze") }, async ({ page, at, see }) => {
  await at("analyze-moves").fill(SIXTEEN);
  await at("analyze-run").tap();
  await see("analyze-title", /^16 moves/);
  await page.locator("#analyze-move-list span").nth(3).tap();
  assert.ok(await page.locator("#analyze-mini svg").isVisible());
  assert.equal(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), PHONE.viewport.width);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("#panel-analyze :is(button, .check), .tabs button")]
      .filter((node) => node.getClientRects().length && node.getBoundingClientRect().height < 40)
      .map((node) => node.id || node.textContent),
  );
  assert.deepEqual(small, []);
});
