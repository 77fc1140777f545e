// Boards in the URL: links, examples, several tabs.

import assert from "node:assert/strict";
import { EIGHT, EIGHTY, FOURTEEN, hash, inOrder, suite, until } from "./helper.js";

const test = suite("--threads", "2");

test("a link restores board, goal and view", { at: hash("4 1 2/3 5 0/8 6 7") }, async ({ page, at, open, press, seeBoard, clipboard, address }) => {
  await at("goal").selectOption("snail");
  await press("ArrowRight"); // while the request is pending
  await seeBoard("4 1 2/3 0 5/8 6 7");
  await until(() => page.url(), /&g=snail$/);
  await at("tab-think").click();
  await at("copy-link").click();
  const link = await until(clipboard, /#b=/);
  assert.equal(link, `${address}#b=4.1.2_3.0.5_8.6.7&g=snail&v=think`);
  const other = await open(link.slice(address.length));
  await other.seeBoard("4 1 2/3 0 5/8 6 7");
  assert.equal(await other.at("goal").inputValue(), "snail");
  await other.see("think-summary", /^Step 0/);
});

test("a link contains a custom goal", { at: hash("8 7 6/5 4 3/2 0 1", "&g=8.7.6_5.4.3_2.1.0") }, async ({ at, see }) => {
  assert.equal(await at("goal").inputValue(), "own");
  await at("solve").click();
  await see("result", /^Solved in 1 move,/);
});

test("URL and board stay in sync", {}, async ({ page, at, press, seeBoard }) => {
  await press("ArrowLeft");
  await until(() => page.url(), /#b=8\.1\.3_4\.2\.0_7\.6\.5$/);
  await page.reload();
  await seeBoard("8 1 3/4 2 0/7 6 5");
  await page.getByText("The ring goal").click();
  await seeBoard("4 1 2/3 5 0/8 6 7");
  await until(() => at("goal").inputValue(), "ring");
  await at("undo").click();
  await seeBoard("8 1 3/4 2 0/7 6 5");
  await until(() => at("goal").inputValue(), "blank-last");
});

test("an invalid URL shows an error and the first board", {}, async ({ open }) => {
  for (const fragment of ["#b=1.2.3_4.5.x", "#b=1.1_2.3", "#nonsense", "#b="]) {
    const { see, seeBoard } = await open(fragment);
    await seeBoard(FOURTEEN);
    await see("setup-error", /^The URL has no valid board/);
  }
  await (await open("#v=think")).see("setup-error", "");
});

test("an invalid URL keeps the current board", { at: hash(EIGHTY) }, async ({ page, see, seeBoard }) => {
  await page.evaluate(() => (location.hash = "#b=1.2.3_4.5.x"));
  await see("setup-error", /^The URL has no valid board/);
  await seeBoard(EIGHTY);
  await until(() => page.url().endsWith(hash(EIGHTY)), true);
  await page.evaluate((to) => (location.hash = to), hash(FOURTEEN, "&g=nonsense"));
  await seeBoard(FOURTEEN);
  await see("setup-error", /^The URL has no valid goal/);
});

test("a goal that does not fit the board is replaced by the default", { at: hash(inOrder(4, 4), "&g=ring"), statuses: [422] }, async ({ at, see }) => {
  await see("status-line", "Solved");
  await see("setup-error", /^The URL has no valid goal/);
  assert.equal(await at("goal").inputValue(), "blank-last");
});

test("tabs are independent", { at: hash(EIGHT) }, async ({ at, see, seeBoard, open }) => {
  await at("seconds").selectOption("60");
  await at("solve").click();
  await see("gap", /moves found/);
  const other = await open(hash(FOURTEEN));
  await other.at("hint-toggle").click();
  await other.see("hint", / 14 moves to go$/);
  await other.at("solve").click();
  await other.see("result", /^Solved in 14 moves, proven shortest/);
  const third = await open(hash(inOrder(8, 8)));
  await third.at("shuffle").click();
  await third.see("status-line", /^Solvable/);
  await third.at("seconds").selectOption("60");
  await third.at("solve").click();
  await third.see("gap", /moves found/);
  await other.at("playback-end").click();
  await other.seeBoard("1 2 3/4 5 6/7 8 0");
  // The first search is still running; stopping it does not affect the third.
  assert.ok(await at("stop").isVisible());
  await at("stop").click();
  await see("result", /moves; at least \d+ are needed/);
  await seeBoard(EIGHT);
  assert.ok(await third.at("stop").isVisible());
  await third.at("stop").click();
  await third.see("result", /moves; at least \d+ are needed/);
});

test("?scramble= opens a board, with underscores for spaces", { at: "?scramble=8_1_3/4_0_2/7_6_5&goal=snail" }, async ({ page, see, seeBoard, open }) => {
  await seeBoard("8 1 3/4 0 2/7 6 5");
  await until(() => page.getByTestId("goal").inputValue(), "snail");
  const wrong = await open("?scramble=1_2_3");
  await wrong.see("setup-error", /^The URL has no valid board/);
});
