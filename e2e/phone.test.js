// Phones: touch and narrow screens.

import assert from "node:assert/strict";
import { FOURTEEN, GOAL, hash, PHONE, suite, until } from "./helper.js";

const test = suite();
const WIDTH = PHONE.viewport.width;

/** Asserts that the page does not scroll horizontally. */
const fits = async (page) => assert.equal(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), WIDTH);

test("a tap and a drag slide tiles", { ...PHONE, at: hash(FOURTEEN) }, async ({ page, context, at, seeBoard }) => {
  await at("tile-2").tap();
  await seeBoard("8 1 3/4 2 0/7 6 5");
  await at("tile-5").tap();
  await seeBoard("8 1 3/4 2 5/7 6 0");
  const { x, y, width } = await at("tile-6").boundingBox();
  const touch = await context.newCDPSession(page);
  const finger = (type, along) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: along === null ? [] : [{ x: x + width / 2 + along, y: y + width / 2 }] });
  await finger("touchStart", 0);
  for (let step = 1; step <= 8; step++) await finger("touchMove", (step * width) / 9);
  await finger("touchEnd", null);
  await seeBoard("8 1 3/4 2 5/7 0 6");
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test("swipes slide tiles, and scroll the page outside the board", { ...PHONE, at: hash("1 2 3/4 5 6/0 7 8") }, async ({ page, context, at, see, seeBoard }) => {
  const touch = await context.newCDPSession(page);
  const swipe = async (id, right, down) => {
    const { x, y, width, height } = await at(id).boundingBox();
    const point = (share) => [{ x: x + width / 2 + share * right, y: y + Math.min(height / 2, 40) + share * down }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(0) });
    for (let step = 1; step <= 8; step++) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(step / 8) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  // From a tile in the blank's line: all tiles between.
  await swipe("tile-8", -80, 0);
  await seeBoard(GOAL);
  await see("clock", /^2 moves \(1 multi-tile\) · /);
  // From any other tile: the tile that can move.
  await swipe("tile-1", 0, 80);
  await seeBoard("1 2 3/4 5 0/7 8 6");
  await swipe("tile-5", 0, -80);
  await seeBoard(GOAL);
  await swipe("tile-2", -80, 0); // no tile can slide left
  await seeBoard(GOAL);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await swipe("clock", 0, -300);
  await until(() => page.evaluate(() => scrollY > 50), true);
  await seeBoard(GOAL);
});

test("the board stays in view during playback", { ...PHONE, at: hash(FOURTEEN) }, async ({ page, at, see, seeBoard }) => {
  await at("solve").tap();
  await see("result", /^Solved in 14 moves, proven/);
  await fits(page);
  await page.locator("#copy-json").scrollIntoViewIfNeeded();
  const isInView = (id) => at(id).evaluate((node) => node.getBoundingClientRect().top >= 0 && node.getBoundingClientRect().bottom <= innerHeight);
  assert.ok(await isInView("playback-play"));
  await at("speed").selectOption("32");
  await at("playback-play").tap();
  await until(() => isInView("board"), true);
  await see("position", "14 of 14");
  await seeBoard(GOAL);
  assert.ok(await isInView("playback-play"));
});

test("no view is wider than the screen", { ...PHONE, at: hash(FOURTEEN), statuses: [422] }, async ({ page, at, see, seeBoard, press }) => {
  await page.locator("#setup summary").tap();
  await at("hint-toggle").tap();
  await see("hint", /14 moves to go/);
  await fits(page);
  await at("edit").tap();
  await at("edit-text").fill("1 2 3/4 5 6/7 8 8 ".repeat(20));
  await see("edit-error", /./);
  await fits(page);
  await press("Escape");
  await at("tab-think").tap();
  await see("think-summary", /^Step 0/);
  await at("think-step").tap();
  await see("think-summary", /^Step 1/);
  await fits(page);
  await at("think-end").tap();
  await see("think-summary", /^The goal was dequeued/);
  await fits(page);
  await at("tab-compare").tap();
  await at("compare-run").tap();
  await until(() => page.locator("tr.is-solved").count(), 13);
  await fits(page);
  await at("tab-solve").tap();
  for (const id of ["size-rows", "size-cols"]) {
    await at(id).selectOption("16");
    await until(() => at(id).inputValue(), "16");
  }
  await seeBoard(/^((\d+ ){15}\d+(\/|$)){16}$/);
  await fits(page);
  await at("solve").tap();
  await see("gap", /moves found/);
  await fits(page);
  await at("stop").tap();
  await see("result", /moves; at least [\d,]+ are needed/);
  await fits(page);
});

test("touch targets are large enough", { ...PHONE, at: hash(GOAL) }, async ({ page }) => {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, summary, .check, .examples a")]
      .filter((node) => node.getClientRects().length && node.getBoundingClientRect().height < 40)
      .map((node) => node.id || node.textContent),
  );
  assert.deepEqual(small, []);
});

test("landscape", { ...PHONE, viewport: { width: 844, height: 390 }, at: hash(FOURTEEN) }, async ({ page, at, see }) => {
  await at("solve").tap();
  await see("result", /^Solved in 14 moves/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 844));
});
