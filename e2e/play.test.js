// Playing by mouse: sliding, undo, congratulation, hints.

import assert from "node:assert/strict";
import { EIGHTY, FIFTY_SIX, FOURTEEN, GOAL, hash, solved, suite, until } from "./helper.js";

const test = suite();

test("a click slides one or several tiles; undo and redo", { at: hash(GOAL) }, async ({ at, seeBoard, board }) => {
  await at("tile-7").click();
  await seeBoard("1 2 3/4 5 6/0 7 8");
  await at("tile-6").click(); // not in line with the blank
  await at("tile-4").click();
  await seeBoard("1 2 3/0 5 6/4 7 8");
  const height = async (tile) => Math.round((await at(tile).boundingBox()).y);
  await until(async () => (await height("tile-4")) - (await height("tile-7")), 0);
  await at("undo").click();
  await at("undo").click();
  await seeBoard(GOAL);
  assert.ok(await at("undo").isDisabled());
  await at("redo").click();
  assert.equal(await board(), "1 2 3/4 5 6/0 7 8");
});

test("a long drag slides a tile, a short one does not", { at: hash(FOURTEEN) }, async ({ page, at, seeBoard, board }) => {
  const { x, y, width } = await at("tile-2").boundingBox();
  const drag = async (far, down = () => {}) => {
    await page.mouse.move(x + width / 2, y + width / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - far * width, y + width / 2 + 9, { steps: 8 });
    await down();
    await page.mouse.up();
  };
  await drag(0.3, async () => {
    // Slow enough not to count as a flick.
    const start = Date.now();
    await until(() => Date.now() - start > 0.3 * width * 3, true);
  });
  await until(async () => Math.round((await at("tile-2").boundingBox()).x - x), 0);
  assert.equal(await board(), FOURTEEN);
  await drag(0.8);
  await seeBoard("8 1 3/4 2 0/7 6 5");
});

test("a drag of several tiles is one multi-tile move", { at: hash("1 2 3/4 5 6/0 7 8") }, async ({ page, at, see, seeBoard }) => {
  const { x, y, width } = await at("tile-8").boundingBox();
  const next = await at("tile-7").boundingBox();
  await page.mouse.move(x + width / 2, y + width / 2);
  await page.mouse.down();
  await page.mouse.move(x - width / 4, y + width / 2, { steps: 6 });
  // The tiles between move along.
  await until(async () => Math.round(next.x - (await at("tile-7").boundingBox()).x) > width / 2, true);
  await page.mouse.up();
  await seeBoard(GOAL);
  await see("clock", /^2 moves \(1 multi-tile\) · /);
  // A mouse drags tiles that can move, no others.
  const far = await at("tile-1").boundingBox();
  await page.mouse.move(far.x + 20, far.y + 20);
  await page.mouse.down();
  await page.mouse.move(far.x + 20 + width, far.y + 20, { steps: 6 });
  await page.mouse.up();
  await seeBoard(GOAL);
});

test("the last move shows a congratulation", { at: hash("1 2 3/4 5 6/0 7 8") }, async ({ at, see, press }) => {
  await press("ArrowLeft");
  await press("ArrowLeft");
  await see("cheer", "Solved in 2 moves, the fewest possible!");
  await press("ArrowRight");
  assert.ok(await at("cheer").isHidden());
  await press("ArrowLeft");
  await see("cheer", "Solved in 4 moves; the shortest solution has 2");
});

test("hints count down along the solution", { at: hash(FOURTEEN) }, async ({ page, mock, at, see, press }) => {
  let requests = 0;
  await mock("/api/solve", () => void requests++);
  await at("hint-toggle").click();
  for (let left = 14; left > 0; left--) {
    await see("hint", new RegExp(`^Next: \\d+ (up|down|left|right)\\. ${left} moves? to go$`));
    assert.equal(await page.locator(".tile.hint").count(), 1);
    await press("h");
  }
  await see("hint", "Solved");
  assert.equal(requests, 1);
  assert.equal(await page.locator(".tile.hint").count(), 0);
});

test("hints are updated off the solution", { at: hash("1 2 3/4 5 6/7 0 8") }, async ({ at, see }) => {
  await at("hint-toggle").click();
  await see("hint", / 1 move to go$/);
  await at("tile-7").click();
  await see("hint", / 2 moves to go$/);
  await at("tile-4").click();
  await see("hint", / 3 moves to go$/);
  await at("hint-play").click();
  await see("hint", / 2 moves to go$/);
  await at("undo").click();
  await at("undo").click();
  await at("undo").click();
  await see("hint", / 1 move to go$/);
  await at("hint-toggle").click();
  await see("hint", "");
});

test("a slow hint does not block the page", { at: hash(FIFTY_SIX) }, async ({ mock, at, see, seeBoard, press }) => {
  let release;
  const gate = new Promise((open) => (release = open));
  await mock("/api/solve", () => gate);
  await at("hint-toggle").click();
  await see("hint", "Thinking…");
  await press("ArrowLeft");
  await seeBoard("7 15 2 6/12 5 0 3/4 11 8 1/9 14 10 13");
  await at("tile-2").click();
  await seeBoard("7 15 0 6/12 5 2 3/4 11 8 1/9 14 10 13");
  await at("edit").click();
  await at("edit-text").fill("1 2 3/4 5 6/7 0 8");
  await at("edit-apply").click();
  await seeBoard("1 2 3/4 5 6/7 0 8");
  await see("hint", "Thinking…");
  release();
  await see("hint", / 1 move to go$/);
});

test("hints and status show unproven bounds", { at: hash(EIGHTY) }, async ({ mock, at, see, press }) => {
  await mock("/api/solve", () => ({ json: solved(EIGHTY, `LU${"UD".repeat(44)}`, 76) }));
  await at("hint-toggle").click();
  await see("hint", "Next: 11 left. 76 to 90 moves to go");
  await see("status-line", "Solvable in 76 to 90 moves");
  await press("h");
  await see("hint", "Next: 15 up. 75 to 89 moves to go");
  await see("status-line", "Solvable in 75 to 89 moves");
});

test("hints work on large boards", {}, async ({ at, see, seeBoard }) => {
  await at("size-rows").selectOption("6");
  await seeBoard(/^((\d+ ){2}\d+\/){5}/);
  await at("hint-toggle").click();
  await see("hint", /\d+ moves? to go$/);
  await at("hint-play").click();
  await see("hint", /\d+ moves? to go$/);
});

test("the clock starts with the first move; a shuffled board counts for the best time", { at: hash("1 2 3/4 5 6/7 0 8") }, async ({ mock, page, at, see, text, press }) => {
  await see("clock", "0 moves · 0:00.0");
  await press("ArrowLeft");
  await see("clock", /^1 move · 0:0\d\.\d$/);
  await mock("/api/random", async (original) => {
    const response = await original();
    return { json: { ...response, board: { ...response.board, tiles: [1, 2, 3, 4, 5, 6, 0, 7, 8] } } };
  });
  await at("shuffle").click();
  await see("clock", "0 moves · 0:00.0");
  await press("ArrowLeft");
  await see("clock", /^1 move · 0:/);
  await press("ArrowLeft");
  await see("clock", /^2 moves \(1 multi-tile\) · 0:0\d\.\d · best 0:0\d\.\d, 2 moves$/);
  const [, best] = /best (.*)$/.exec(await text("clock"));
  // Moves after the solution count for nothing.
  await press("Control+Z");
  await press("ArrowLeft");
  await see("clock", new RegExp(`^2 moves \\(1 multi-tile\\) · 0:0\\d\\.\\d · best ${best}$`));
  await page.reload();
  await see("clock", `0 moves · 0:00.0 · best ${best}`);
});

test("a solution or a hint does not count for the best time", { at: hash("1 2 3/4 5 6/7 0 8") }, async ({ mock, at, see, press }) => {
  await mock("/api/random", async (original) => {
    const response = await original();
    return { json: { ...response, board: { ...response.board, tiles: [1, 2, 3, 4, 5, 6, 0, 7, 8] } } };
  });
  await at("shuffle").click();
  await at("hint-toggle").click();
  await see("hint", / 2 moves to go$/);
  await press("h");
  await press("h");
  await see("clock", /^2 moves \(1 multi-tile\) · 0:0\d\.\d$/);
});

test("moves are counted in both metrics", { at: hash("1 2 3/4 5 6/0 7 8") }, async ({ at, see, press }) => {
  // A click slides two tiles at once.
  await at("tile-8").click();
  await see("clock", /^2 moves \(1 multi-tile\) · /);
  await press("ArrowDown");
  await see("clock", /^3 moves \(2 multi-tile\) · /);
  await press("Control+Z");
  await see("clock", /^2 moves \(1 multi-tile\) · /);
});
