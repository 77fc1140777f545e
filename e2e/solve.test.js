// The Solve panel: search, progress, stop, playback.

import assert from "node:assert/strict";
import { EIGHT, EIGHTY, FIFTY_SIX, FIVE, FOURTEEN, GOAL, hash, inOrder, solved, suite, until } from "./helper.js";

const test = suite("--threads", "2");

test("a 15-puzzle is solved and played to the goal", { at: hash(FIFTY_SIX) }, async ({ at, see, seeBoard }) => {
  await at("solve").click();
  await see("result", /^Solved in 56 moves, proven shortest/);
  await see("status-line", "Solvable in 56 moves");
  assert.equal(await at("move-list").locator("span").count(), 56);
  await at("speed").selectOption("32");
  await at("playback-play").click();
  await see("position", "56 of 56");
  await seeBoard(inOrder(4, 4));
  await see("status-line", "Solved");
  await at("undo").click();
  await seeBoard(FIFTY_SIX);
});

test("the solution can be stepped, scrubbed and copied", { at: hash(FOURTEEN) }, async ({ at, see, seeBoard, board, clipboard }) => {
  await at("solve").click();
  await see("result", /^Solved in 14 moves, proven shortest/);
  await at("playback-next").click();
  await see("position", "1 of 14");
  const first = await board();
  assert.notEqual(first, FOURTEEN);
  await at("playback-next").click();
  await at("playback-back").click();
  await seeBoard(first);
  await at("scrubber").fill("7");
  await see("position", "7 of 14");
  await at("move-list").locator("span").nth(2).click();
  await see("position", "3 of 14");
  await at("playback-end").click();
  await seeBoard(GOAL);
  await at("playback-start").click();
  await seeBoard(FOURTEEN);
  const copied = async (form) => {
    await at(`copy-${form}`).click();
    return clipboard();
  };
  await until(() => copied("letters"), /^[UDLR]{14}$/);
  await until(() => copied("short"), /^(?=.*\d)([UDLR]\d?)+$/);
  await until(() => copied("boards"), new RegExp(`^${FOURTEEN.replaceAll("/", "\n")}\n\n[^]*\n\n${GOAL.replaceAll("/", "\n")}\n$`));
  const { length, shortest } = JSON.parse(await until(() => copied("json"), /^\{/));
  assert.deepEqual([length, shortest], [14, true]);
});

test("a slide leaves the solution and undo returns to it", { at: hash(FOURTEEN) }, async ({ at, see, seeBoard, press }) => {
  await at("solve").click();
  await see("position", "0 of 14");
  await at("tile-6").click();
  await see("position", "Off the solution (at 0 of 14)");
  await press("Control+Z");
  await see("position", "0 of 14");
  await at("tile-6").click();
  await at("playback-start").click();
  await seeBoard(FOURTEEN);
  await at("shuffle").click();
  await until(() => at("playback").isHidden(), true);
});

test("Show goal leaves the solution and undo returns to it", { at: hash(FOURTEEN) }, async ({ at, see, seeBoard }) => {
  await at("solve").click();
  await see("position", "0 of 14");
  await at("playback-next").click();
  await at("show-goal").click();
  await seeBoard(GOAL);
  await see("position", "Off the solution (at 1 of 14)");
  await at("undo").click();
  await see("position", "1 of 14");
  await see("status-line", "Solvable in 13 moves");
});

test("the best bounds and solution are kept when the search continues", { at: hash(FOURTEEN) }, async ({ mock, at, see, clipboard }) => {
  const responses = [solved(FOURTEEN, "LR".repeat(8), 10), solved(FOURTEEN, "LR".repeat(9), 12)];
  await mock("/api/solve/stream", () => ({ json: responses.shift() }));
  await at("solve").click();
  await see("result", /^16 moves; at least 10 are needed/);
  await see("solve", "Keep searching");
  await see("status-line", "Solvable in 10 to 16 moves");
  await at("solve").click();
  await see("result", /^16 moves; at least 12 are needed/);
  await see("status-line", "Solvable in 12 to 16 moves");
  await at("copy-letters").click();
  await until(clipboard, "LR".repeat(8));
});

test("a solved board is reported as solved", { at: hash(GOAL) }, async ({ at, see }) => {
  await see("status-line", "Solved");
  await at("solve").click();
  await see("result", /^Already solved/);
});

for (const [size, board] of [["5×5", FIVE], ["8×8", EIGHT]]) {
  test(`a stopped search on ${size} keeps the best solution`, { at: hash(board) }, async ({ at, text, see, seeBoard }) => {
    const side = Number(size[0]);
    await at("seconds").selectOption("60");
    await at("solve").click();
    await see("figures", /Lower bound\n\d+ moves\nBest so far\n\d+ moves/);
    await see("gap", /moves found, lower bound \d+: optimality gap \d+/);
    const best = Number(/Best so far\n(\d+)/.exec(await text("figures"))[1]);
    await at("stop").click();
    await see("result", /^\d+ moves; at least \d+ are needed/);
    const [, moves, least] = /^(\d+) moves.*least (\d+)/.exec(await text("result")).map(Number);
    assert.ok(least < moves && moves <= best, `${least} < ${moves} ≤ ${best}`);
    assert.ok(await at("gap").isVisible());
    assert.ok(await at("solve").isVisible());
    await at("playback-end").click();
    await see("position", `${moves} of ${moves}`);
    await seeBoard(inOrder(side, side));
  });
}

test("a stopped search on 4×4 shows its best solution and lower bound", { at: hash(EIGHTY) }, async ({ at, text, see }) => {
  await at("solve").click();
  await see("figures", /Lower bound\n(6|7)\d moves[^]*Nodes\n\d\d[\d.]* million/);
  await at("stop").click();
  await see("result", /^\d+ moves; at least (6|7)\d are needed\n.* nodes in/);
  assert.equal(await text("solve"), "Keep searching");
  assert.ok(await at("playback").isVisible());
});

test("changing the board cancels the search", { at: hash(EIGHTY) }, async ({ at, see, seeBoard }) => {
  await at("solve").click();
  await see("figures", /Nodes/);
  await at("tile-11").click();
  await seeBoard(EIGHTY.replace("0 11", "11 0"));
  await see("solve-note", "Search cancelled: the board has changed");
  assert.ok(await at("solve").isVisible());
  assert.equal(await at("result").innerText(), "");
});
