// The metric: single-tile or multi-tile moves.

import assert from "node:assert/strict";
import { EIGHTY, FIVE, FOURTEEN, GOAL, hash, suite, until } from "./helper.js";

const test = suite("--threads", "2");
const TWO = "1 2 3/0 5 6/4 7 8"; // multi-tile moves: U, then two tiles left

test("a solution in multi-tile moves is stepped through move by move", { at: hash(FOURTEEN) }, async ({ page, at, see, seeBoard, clipboard }) => {
  await at("solve").click();
  await see("result", /^Solved in 14 moves, proven shortest\n1\d in the multi-tile metric\./);
  await at("metric").selectOption("multi");
  await until(() => at("playback").isHidden(), true);
  await see("result", "");
  await at("solve").click();
  await see("result", /^Solved in 12 multi-tile moves, proven shortest\n14 in the single-tile metric\./);
  await see("status-line", "Solvable in 12 multi-tile moves");
  const chips = await page.locator("#move-list span").allTextContents();
  assert.equal(chips.length, 12);
  assert.ok(chips.some((chip) => /^[UDLR]2$/.test(chip)) && chips.every((chip) => /^[UDLR][23]?$/.test(chip)));
  await at("copy-short").click();
  assert.equal(await until(clipboard, /R|L/), chips.join(""));
  const long = chips.findIndex((chip) => chip.endsWith("2"));
  await page.locator("#move-list span").nth(long).click();
  await see("position", `${long + 1} of 12`);
  await at("playback-end").click();
  await seeBoard(GOAL);
});

test("the metric is kept in the link, and for later visits", { at: hash(TWO) }, async ({ page, at, see, open, clipboard, address }) => {
  await at("metric").selectOption("multi");
  await until(() => page.url(), /&m=multi$/);
  await at("copy-link").click();
  const link = await until(clipboard, /#b=/);
  assert.equal(link, `${address}${hash(TWO)}&m=multi`);
  const other = await open(hash(FOURTEEN));
  assert.equal(await other.at("metric").inputValue(), "multi");
  await other.at("metric").selectOption("single");
  await until(() => other.page.url().endsWith(hash(FOURTEEN)), true);
  const linked = await open(link.slice(address.length));
  assert.equal(await linked.at("metric").inputValue(), "multi");
  // An example keeps the metric.
  await page.getByText("The hardest 8-puzzle").click();
  await see("status-line", /^Solvable in \d+\+ multi-tile moves$/);
});

test("hints and counts use the metric", { at: hash(TWO, "&m=multi") }, async ({ page, at, see, seeBoard, press }) => {
  await at("hint-toggle").click();
  await see("hint", "Next: 4 up. 2 moves to go");
  await press("h");
  await see("hint", "Next: 8, 7 left. 1 move to go");
  assert.equal(await page.locator(".tile.hint").innerText(), "8");
  await see("status-line", "Solvable in 1 multi-tile move");
  // In the middle of a multi-tile move, the hint is searched again.
  await press("ArrowLeft");
  await see("hint", "Next: 8 left. 1 move to go");
  await press("h");
  await seeBoard(GOAL);
  await see("cheer", "Solved in 2 multi-tile moves, the fewest possible!");
  await see("clock", /^2 moves \(3 single-tile\) · /);
  await at("metric").selectOption("single");
  await see("clock", /^3 moves \(2 multi-tile\) · /);
  await press("Control+Z");
  await see("hint", "Next: 8 left. 1 move to go");
});

test("beyond 16 cells, a solution in multi-tile moves is not called shortest", { at: hash(FIVE, "&m=multi") }, async ({ at, see }) => {
  await at("seconds").selectOption("5");
  await see("solve-note", "Finds a good solution and a proven lower bound");
  await at("solve").click();
  await see("result", /^\d+ multi-tile moves; at least \d+ are needed\n\d+ in the single-tile metric/);
  await see("gap", /^\d+ moves found, lower bound \d+: optimality gap [1-9]/);
  await see("status-line", /^Solvable in \d+ to \d+ multi-tile moves$/);
});

test("another metric cancels the search", { at: hash(EIGHTY) }, async ({ at, see }) => {
  await at("solve").click();
  await see("figures", /Nodes/);
  await at("metric").selectOption("multi");
  await see("solve-note", "Search cancelled: the metric has changed");
  assert.ok(await at("solve").isVisible());
});
