// The Watch A* panel.

import assert from "node:assert/strict";
import { FIFTY_SIX, hash, inOrder, PUZZLE04, suite, until } from "./helper.js";

const test = suite();
const END = "The goal was dequeued in step 4. Moves: 4. Nodes enqueued: 10, dequeued: 5.";

test("A* can be stepped forwards and backwards", { at: hash(PUZZLE04, "&v=think") }, async ({ page, at, see, board }) => {
  for (const [step, enqueued] of [1, 3, 5, 8, 10].entries()) {
    await see("think-summary", new RegExp(`^Step ${step}: `));
    await see("think-enqueued", `${enqueued}`);
    await see("think-dequeued", `${step}`);
    await at("think-step").click();
  }
  await see("think-summary", END);
  await see("think-enqueued", "10");
  await see("think-dequeued", "5");
  await see("think-waiting", "5");
  await see("think-node", /Goal dequeued[^]*Moves: LULU/);
  assert.equal(await page.locator(".node.is-path").count(), 5);
  assert.ok(await at("think-step").isDisabled());
  await at("think-back").click();
  await see("think-dequeued", "4");
  await see("think-summary", /^Step 4: the goal is dequeued/);
  await at("think-first").click();
  await see("think-queue", /^Queue before step 0: 1 board/);
  assert.equal(await board(), PUZZLE04);
});

test("A* can run and be scrubbed", { at: hash(PUZZLE04, "&v=think") }, async ({ at, see }) => {
  await at("think-speed").selectOption("20");
  await at("think-run").click();
  await see("think-summary", END);
  await see("think-run", "Run");
  await at("think-scrubber").fill("2");
  await see("think-queue", /^Queue before step 2: /);
  await see("think-node", /h = 0 \+ 0 \+ 0 \+ 0 \+ 1 \+ 1 \+ 0 \+ 0 = 2/);
  await at("think-run").click();
  await see("think-summary", END);
});

test("all heuristics find the same solution", { at: hash(PUZZLE04, "&v=think") }, async ({ at, see }) => {
  for (const [heuristic, text] of [
    ["hamming", /Each misplaced tile counts 1/],
    ["linear-conflict", /2 for each tile that must leave its line/],
    ["walking-distance", /not a sum over tiles/],
    ["manhattan", /in rows and columns/],
  ]) {
    await at("think-heuristic").selectOption(heuristic);
    await see("think-node", text);
    await at("think-end").click();
    await see("think-summary", /^The goal was dequeued in step 4\. Moves: 4\./);
  }
});

test("searches without a heuristic can be watched", { at: hash(PUZZLE04, "&v=think") }, async ({ page, at, see }) => {
  for (const [algorithm, intro, ending] of [
    ["bfs", /waited longest/, /^The goal was dequeued in step \d+\. Moves: 4\./],
    ["ids", /depth limit of 0, 1, 2/, /^The goal was dequeued in step \d+\. Moves: 4\./],
    ["ucs", /smallest cost/, /^The goal was dequeued in step \d+\. Moves: 4\./],
    ["dfs", /top of the stack/, /^The goal was not dequeued in 1,000 steps/],
  ]) {
    await at("think-algorithm").selectOption(algorithm);
    await until(() => at("think-intro").innerText(), intro);
    await see("think-node", /depth 0/);
    assert.ok(await at("think-heuristic").isHidden());
    // The front of the queue is the board that the next step dequeues.
    for (let step = 0; step < 4; step++) {
      const label = (locator) => locator.getAttribute("aria-label");
      const next = await label(at("think-queue").locator("li.is-now button"));
      const shown = await label(at("think-node").locator("svg").first());
      assert.equal(next, shown);
      await at("think-step").click();
    }
    await at("think-end").click();
    await see("think-summary", ending);
  }
  await at("think-algorithm").selectOption("bfs");
  await at("think-order").selectOption("RLDU");
  // The blank moves right first: the tile 1 slides left.
  await see("think-node", /depth 0[^]*1 left[^]*4 up/);
  await at("think-algorithm").selectOption("princeton");
  await see("think-summary", /f = 4 is the smallest/);
  assert.ok(await page.locator("#think-order").isHidden());
});

test("boards can be selected in the queue and in the tree", { at: hash(PUZZLE04, "&v=think") }, async ({ page, at, see, press }) => {
  await at("think-end").click();
  await see("think-summary", END);
  await at("think-queue").locator("li button").first().click();
  await see("think-node", /^In the queue/);
  assert.equal(await page.locator(".node.is-picked").count(), 1);
  await at("think-tree").focus();
  await press("ArrowUp");
  await see("think-node", /^Dequeued in step 3/);
  const { x, y } = await page.locator(".node").first().boundingBox();
  await page.mouse.click(x + 20, y + 20);
  await see("think-node", /^Dequeued in step 0/);
});

test("the wheel scrolls the page and zooms with Ctrl", { at: hash(PUZZLE04, "&v=think") }, async ({ page, at, see }) => {
  await see("think-summary", /^Step 0/);
  await at("think-tree").hover();
  const size = async () => (await page.locator(".node").first().boundingBox()).width;
  const before = await size();
  await page.mouse.wheel(0, 50);
  await until(() => page.evaluate(() => scrollY > 0), true);
  assert.equal(await size(), before);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -50);
  await until(async () => (await size()) > before, true);
});

test("every node of a long trace is drawn", { at: hash(FIFTY_SIX, "&v=think") }, async ({ page, at, see }) => {
  await see("think-easier", "Use an easier board");
  await at("think-end").click();
  await until(async () => Number(/\d,\d+/.exec(await at("think-tree").getAttribute("aria-label"))[0].replace(",", "")) > 2000, true);
  await until(() => page.locator(".node.is-done .disc text").allTextContents().then((all) => all.includes("999")), true);
});

test("a trace that does not reach the goal is explained", { at: hash(FIFTY_SIX, "&v=think") }, async ({ page, at, see, board }) => {
  await see("think-easier", "Use an easier board");
  await at("think-end").click();
  await see("think-summary", /^The goal was not dequeued in 1,000 steps/);
  await at("think-easier").click();
  await until(async () => (await board()) !== FIFTY_SIX, true);
  await until(() => at("think-easier").isHidden(), true);
  await at("think-end").click();
  await see("think-summary", /Moves: 12\./);
  await page.goto(new URL(hash("1 2 3/4 5 6/8 7 0", "&v=think"), page.url()).href);
  await until(() => page.locator(".think-notice").innerText(), /can’t be solved.*twin/s);
});

test("a board that is too large shows an error", { at: hash(inOrder(11, 11), "&v=think"), statuses: [422] }, async ({ page }) => {
  await until(() => page.locator("#panel-think .error").innerText(), /100 cells/);
  assert.ok(await page.locator(".think-body").isHidden());
});
