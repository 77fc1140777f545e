// Shuffling, sizes and goals.

import assert from "node:assert/strict";
import { FOURTEEN, GOAL, hash, inOrder, suite, until } from "./helper.js";

const test = suite();

test("Shuffle gives a solvable board", {}, async ({ at, see, board, seeBoard }) => {
  await at("shuffle").click();
  await until(async () => (await board()) !== FOURTEEN, true);
  await see("status-line", /^Solvable|^Solved/);
  const shuffled = await board();
  await at("show-goal").click();
  await seeBoard(GOAL);
  await at("undo").click();
  await seeBoard(shuffled);
  await at("undo").click();
  await seeBoard(FOURTEEN);
});

test("exact shuffle: 23 moves work, 60 are too many", { statuses: [400] }, async ({ page, at, see, board }) => {
  await page.locator("#setup summary").click();
  await at("exact-moves").fill("23");
  await at("exact-go").click();
  await until(async () => (await board()) !== FOURTEEN, true);
  await at("solve").click();
  await see("result", /^Solved in 23 moves, proven shortest/);
  await at("exact-moves").fill("60");
  await at("exact-moves").press("Enter");
  await see("setup-error", /60[^]*31/);
  await at("shuffle").click();
  await see("setup-error", "");
});

for (const [goal, board, home] of [
  ["ring", "4 1 2/3 5 0/8 6 7", "1 2 3/8 0 4/7 6 5"],
  ["snail", "1 2 3 4/12 13 14 5/11 15 0 6/10 9 8 7", "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"],
  ["blank-first", "1 2/3 0", "0 1/2 3"],
]) {
  test(`goal ${goal}`, { at: hash(board) }, async ({ page, at, see, seeBoard }) => {
    await at("goal").selectOption(goal);
    await until(() => page.url(), new RegExp(`&g=${goal}$`));
    await see("status-line", /^(Solvable|Can’t)/);
    await at("solve").click();
    if (goal === "blank-first") return see("result", /can’t reach this goal/);
    await see("result", /^Solved in \d+ moves?, proven/);
    await at("playback-end").click();
    await seeBoard(home);
    await until(() => page.locator("#board .tile.home").count(), home.split(/\W/).length - 1);
  });
}

test("a 3×5 board can be shuffled and solved", {}, async ({ page, at, see, board, seeBoard }) => {
  await at("size-cols").selectOption("5");
  await seeBoard(/^(\d+ ){4}\d+\/(\d+ ){4}\d+\/(\d+ ){4}\d+$/);
  const { width, height } = await at("board").boundingBox();
  assert.ok(width > 1.5 * height, "the aspect ratio");
  const before = await board();
  await page.locator("#setup summary").click();
  await at("exact-moves").fill("10");
  await at("exact-go").click();
  await until(async () => (await board()) !== before, true);
  await at("solve").click();
  await see("result", /^Solved in 10 moves, proven/);
  await at("playback-end").click();
  await seeBoard(inOrder(3, 5));
  assert.equal(await at("goal").locator("[value=ring]").isDisabled(), true);
});
