// The editor: notations, invalid and unsolvable boards, custom goals.

import assert from "node:assert/strict";
import { FIFTY_SIX, GOAL, hash, inOrder, PUZZLE04, suite, until } from "./helper.js";

const test = suite();

/** Enters a text in the editor and applies it. */
async function enter({ at }, text) {
  await at("edit").click();
  await at("edit-text").fill(text);
  await at("edit-apply").click();
}

test("the editor accepts all common notations", { at: hash(GOAL) }, async (view) => {
  for (const text of [
    "0 1 3\n4 2 5\n7 8 6\n", // rows on lines
    "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n", // a size and rows
    "_ 1 3/4 2 5/7 8 6", // slashes
    "0 1 3 4 2 5 7 8 6", // a flat list
    "# puzzle04\n0,1,3\n4,2,5\n7,8,6", // commas, and a comment
    "   1 3\n 4 2 5\n 7 8 6", // a gap for the blank
  ]) {
    await enter(view, text);
    await view.seeBoard(PUZZLE04);
    assert.ok(await view.at("edit-dialog").isHidden());
    await view.see("status-line", "Solvable in 4+ moves");
    await view.at("undo").click();
    await view.seeBoard(GOAL);
  }
});

test("a pasted board opens in the editor", {}, async ({ page, at, press, seeBoard }) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), FIFTY_SIX);
  await press("Control+V");
  await until(() => at("edit-text").inputValue(), FIFTY_SIX);
  await until(() => at("edit-cells").locator("input").count(), 16);
  await at("edit-apply").click();
  await seeBoard(FIFTY_SIX);
  assert.equal(await at("size-rows").inputValue(), "4");
});

test("a board can be edited cell by cell", { at: hash(GOAL) }, async ({ at, seeBoard }) => {
  await at("edit").click();
  const cells = at("edit-cells").locator("input");
  await cells.nth(7).fill("");
  await cells.nth(8).fill("8");
  await until(() => at("edit-text").inputValue(), "1 2 3\n4 5 6\n7 0 8");
  await at("edit-apply").click();
  await seeBoard("1 2 3/4 5 6/7 0 8");
  await at("undo").click();
  await seeBoard(GOAL);
});

test("an invalid board shows its errors and changes nothing", { at: hash(GOAL), statuses: [422] }, async (view) => {
  const { at, see, seeBoard, press } = view;
  await at("edit").click();
  for (const [text, message] of [
    ["1 2 3/4 5 6/7 8 8", /line 1, column 17[^]*\n.*missing/],
    ["1 2 3/4 5 6/7 8", /row 3/],
    ["hello", /hello/],
    ["", /./],
    [inOrder(2, 20), /boards up to 16×16/],
  ]) {
    await at("edit-text").fill(text);
    await see("edit-error", message);
    assert.equal(await at("edit-text").getAttribute("aria-invalid"), "true");
  }
  await at("edit-apply").click();
  await at("edit-text").fill("1 2 3/4 5 6/7 0 8");
  await see("edit-error", "");
  await press("Escape");
  await seeBoard(GOAL);
});

test("a flat list gets the shape of the current board", { at: hash(inOrder(3, 5)), statuses: [422] }, async (view) => {
  const { at, see, seeBoard } = view;
  await enter(view, "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14");
  await seeBoard("1 2 3 4 5/6 7 8 9 10/11 12 13 0 14");
  await at("edit").click();
  await at("edit-text").fill("1 2 3 4 5 6 7 8 9 10 11 12 13 14 14");
  await see("edit-error", /14/);
  await at("edit-text").fill("1 2 3 4 5 0");
  await see("edit-error", /shape|size/);
});

test("an unsolvable board shows the reason", { at: hash(GOAL) }, async (view) => {
  const { at, see } = view;
  await enter(view, "1 2 3/4 5 6/8 7 0");
  await see("status-line", /^Can’t (be solved|reach this goal)$/);
  await see("status-why", /^Inversion/);
  await at("hint-toggle").click();
  await see("hint", /can’t reach this goal/);
  await at("solve").click();
  await see("result", /^This board can’t reach this goal\nInversion.*No move changes this parity/s);
  assert.ok(await at("playback").isHidden());
});

test("an unsolvable board offers the goals it can reach", { at: hash("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0") }, async ({ page, mock, at, see }) => {
  await mock("/api/info", async (original) => {
    const info = await original();
    return { json: { ...info, other_goals: info.solvable ? [] : ["blank-first"] } };
  });
  await page.reload();
  await see("status-line", "Can’t reach this goal");
  await see("other-goals", /^It can reach: blank first\.\s+Use this goal$/);
  await at("solve").click();
  await see("result", /^This board can’t reach this goal[^]*It can reach: blank first/);
  await at("other-goals").getByRole("button").click();
  await until(() => at("goal").inputValue(), "blank-first");
  await see("status-line", /^Solvable/);
  await see("other-goals", "");
});

test("Cancel discards a pending edit", { at: hash(GOAL) }, async ({ mock, at, seeBoard }) => {
  let release;
  const gate = new Promise((open) => (release = open));
  await mock("/api/info", () => gate);
  await at("edit").click();
  await at("edit-text").fill(PUZZLE04);
  await at("edit-apply").click();
  await at("edit-cancel").click();
  release();
  await at("edit").click();
  await until(() => at("edit-text").inputValue(), "1 2 3\n4 5 6\n7 8 0");
  await seeBoard(GOAL);
});

test("a custom goal can be edited again", { at: hash("8 7 6/5 4 3/2 0 1"), statuses: [422] }, async ({ page, at, see, seeBoard, press }) => {
  await at("goal").selectOption("new");
  await at("edit-text").fill("8 7 6/5 4 3/2 1 1");
  await see("edit-error", /./);
  await at("edit-text").fill("8 7 6 5 4 3 2 1 0");
  await at("edit-apply").click();
  await until(() => at("goal").inputValue(), "own");
  await until(() => page.url(), /&g=8\.7\.6_5\.4\.3_2\.1\.0$/);
  await at("goal").selectOption("new");
  await see("edit-title", "Custom goal");
  assert.equal(await at("edit-text").inputValue(), "8 7 6\n5 4 3\n2 1 0");
  await press("Escape");
  assert.equal(await at("goal").inputValue(), "own");
  await at("solve").click();
  await see("result", /^Solved in 1 move, proven shortest/);
  await at("show-goal").click();
  await seeBoard("8 7 6/5 4 3/2 1 0");
  await see("status-line", "Solved");
});
