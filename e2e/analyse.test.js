// The Analyse panel.

import assert from "node:assert/strict";
import { EIGHTY, FIVE, FOURTEEN, GOAL, hash, PHONE, suite, until } from "./helper.js";

const test = suite("--threads", "2");
const SIXTEEN = "RLLURRDDLURULDLU"; // a solution of FOURTEEN; its first move is a mistake

test("a pasted solution is compared with the optimum", { at: hash(GOAL, "&v=analyse") }, async ({ page, at, see, seeBoard, press }) => {
  await at("analyse-board").fill(FOURTEEN);
  await at("analyse-moves").fill(SIXTEEN);
  await at("analyse-run").click();
  await see("analyse-title", "16 moves, 2 more than the optimum of 14");
  await see("analyse-more", /^1 mistake\. 1\d in the multi-tile metric\.$/);
  assert.equal(await page.locator("#analyse-move-list span").count(), 16);
  assert.deepEqual(await page.locator("#analyse-move-list .is-mistake").allTextContents(), ["R+2"]);
  assert.equal(await page.locator(".plot-mistake").count(), 1);
  await see("analyse-mistakes", /^Move 1: R\n\+2\nBetter: ([UDLR] ){8}…$/);
  // A move shows the board after it, a mistake the board before it.
  await page.locator("#analyse-move-list span").first().click();
  await seeBoard("8 1 3/0 4 2/7 6 5");
  await see("analyse-position", "After move 1 of 16: 15 moves left");
  await page.locator("#analyse-mistakes button").click();
  await seeBoard(FOURTEEN);
  await see("analyse-position", "Start: 14 moves left");
  await at("hint-toggle").click();
  await see("hint", /^Next: \d (up|left|down)\. 14 moves to go$/);
  await at("analyse-move-list").focus();
  await press("End");
  await seeBoard(GOAL);
  await press("ArrowLeft");
  await see("analyse-position", "After move 15 of 16: 1 move left");
  const { x, y, width, height } = await page.locator("#analyse-plot svg").boundingBox();
  await page.mouse.click(x + width - 14, y + height / 2);
  await see("analyse-position", "After move 16 of 16: 0 moves left");
  // The whole review is one step.
  await at("undo").click();
  await seeBoard(GOAL);
});

test("a game that ends on the page is analysed with one click", { at: hash("1 2 3/4 5 6/0 7 8") }, async ({ page, at, see, seeBoard, press }) => {
  assert.ok(await at("analyse-game").isHidden());
  for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"]) await press(key);
  await see("cheer", "Solved in 4 moves; the shortest solution has 2");
  await at("analyse-game").click();
  await see("analyse-title", "4 moves, 2 more than the optimum of 2");
  assert.equal(await at("analyse-board").inputValue(), "1 2 3 / 4 5 6 / 0 7 8");
  assert.equal(await at("analyse-moves").inputValue(), "D U L2");
  await until(() => page.url(), /&v=analyse$/);
  // Another metric analyses it again: two tiles that slide together are one move.
  await at("metric").selectOption("multi");
  await see("analyse-title", "3 multi-tile moves, 2 more than the optimum of 1");
  await see("analyse-more", "1 mistake. 4 in the single-tile metric.");
  assert.deepEqual(await page.locator("#analyse-move-list span").allTextContents(), ["D+2", "U", "L2"]);
  await page.locator("#analyse-move-list span").last().click();
  await seeBoard(GOAL);
});

test("moves of the game so far can be used", { at: hash(FOURTEEN, "&v=analyse"), statuses: [422] }, async ({ at, see, press }) => {
  await see("analyse-mine", "Use my moves");
  assert.ok(await at("analyse-mine").isDisabled());
  await press("Shift+ArrowLeft");
  await see("analyse-mine", "Use my 1 move");
  assert.equal(await at("analyse-moves").inputValue(), "L");
  await at("analyse-mine").click();
  await see("analyse-error", /^the solution is incomplete: it ends after move 1, and 1[35] more are needed \([UDLR23]+\)$/);
});

test("scrambles, tile numbers and letters of the blank", { at: hash(GOAL, "&v=analyse&m=multi") }, async ({ page, at, see }) => {
  await at("analyse-board").fill("R2 D");
  await at("analyse-moves").fill("4 8");
  await at("analyse-run").click();
  await see("analyse-title", "2 multi-tile moves, as few as possible");
  assert.ok(await at("analyse-mistakes").isHidden());
  assert.deepEqual(await page.locator("#analyse-move-list span").allTextContents(), ["U", "L2"]);
  await at("analyse-board").fill("L2 U");
  await at("analyse-moves").fill("D R2");
  await at("analyse-blank").check();
  await at("analyse-run").click();
  await until(async () => (await page.locator("#analyse-move-list span").allTextContents()).join(), "D,R2");
});

test("a wrong solution is explained and its faulty move selected", { at: hash(FOURTEEN, "&v=analyse"), statuses: [422] }, async ({ at, see }) => {
  await at("analyse-moves").fill("LU R3");
  await at("analyse-run").click();
  await see("analyse-error", /^move 3, 'R3' at character 4: no tile can slide RIGHT/);
  const selected = () => at("analyse-moves").evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(await selected(), "R3");
  await at("analyse-moves").fill("hello");
  await at("analyse-run").click();
  await see("analyse-error", /^move 1, 'h' at character 1: moves are U, D, L and R/);
  await at("analyse-board").fill("1 2 3/4 5 5/7 8 0");
  await at("analyse-run").click();
  await see("analyse-error", /5 occurs twice/);
  await at("analyse-board").fill("1 2 3/4 5 6/8 7 0");
  await at("analyse-moves").fill("");
  await at("analyse-run").click();
  await see("analyse-error", /^This board can’t reach this goal\./);
  await at("analyse-board").fill(FIVE);
  await at("analyse-run").click();
  await see("analyse-error", /up to 16 cells/);
});

test("an analysis can be stopped", { at: hash(EIGHTY, "&v=analyse") }, async ({ at, see, focused }) => {
  await at("analyse-moves").fill("L R ".repeat(200));
  await at("analyse-run").click();
  await see("analyse-note", /^Analysing…/);
  await at("analyse-stop").click();
  await see("analyse-note", "Stopped");
  assert.equal(await focused(), "analyse-run");
  assert.ok(await at("analyse-stop").isHidden());
  await see("analyse-error", "");
});

test("a pasted text goes into the field", { at: hash(GOAL, "&v=analyse") }, async ({ page, at, press }) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), SIXTEEN);
  await at("analyse-moves").focus();
  await press("Control+V");
  await until(() => at("analyse-moves").inputValue(), SIXTEEN);
  assert.ok(await at("edit-dialog").isHidden());
});

test("the analysis fits a phone and shows the board", { ...PHONE, at: hash(FOURTEEN, "&v=analyse") }, async ({ page, at, see }) => {
  await at("analyse-moves").fill(SIXTEEN);
  await at("analyse-run").tap();
  await see("analyse-title", /^16 moves/);
  await page.locator("#analyse-move-list span").nth(3).tap();
  assert.ok(await page.locator("#analyse-mini svg").isVisible());
  assert.equal(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), PHONE.viewport.width);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("#panel-analyse :is(button, .check), .tabs button")]
      .filter((node) => node.getClientRects().length && node.getBoundingClientRect().height < 40)
      .map((node) => node.id || node.textContent),
  );
  assert.deepEqual(small, []);
});
