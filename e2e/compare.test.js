// Compare: a table that fills, a chart that grows, and a way to end it.

import assert from "node:assert/strict";
import { EIGHTY, FIFTY_SIX, HARDEST, hash, suite, until } from "./helper.js";

const test = suite("--threads", "1");

test("the table fills, and the chart has a bar for each run", { at: hash(HARDEST, "&v=compare") }, async ({ page, at, see, clipboard }) => {
  await see("compare-run", "Compare");
  await at("compare-run").click();
  const rows = at("compare-table").locator("tbody tr");
  await until(() => page.locator("tr.is-solved").count(), 13);
  await see("compare-run", "Compare");
  for (const row of await rows.all()) assert.equal(await row.locator("td").nth(1).innerText(), "31");
  const bars = () => at("compare-chart").locator("rect").evaluateAll((all) => all.filter((bar) => bar.getBoundingClientRect().width > 3).length);
  await until(bars, 13);
  // The least nodes are those of the tables.
  await page.locator("thead button").nth(3).click();
  assert.match(await rows.first().innerText(), /^IDA\*\s+Pattern databases/);
  await page.getByRole("button", { name: "Seconds" }).last().click();
  await until(bars, 13);
  await at("compare-csv").click();
  await until(async () => (await clipboard()).trim().split("\n").length, 14);
  await at("compare-markdown").click();
  await until(clipboard, /^8 6 7 \/ 2 5 4 \/ 3 0 1\n\n\| Algorithm \|/);
  await at("tile-5").click();
  await until(() => page.locator(".compare-aged").innerText(), /^These figures are of 8 6 7/);
});

test("only what is chosen is run", { at: hash(HARDEST, "&v=compare") }, async ({ page, at }) => {
  await until(() => at("compare-run").isEnabled(), true);
  for (const name of ["princeton", "bidirectional", "hamming", "manhattan"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  await page.locator(".compare input[value=weighted-2]").check();
  await at("compare-run").click();
  await until(() => page.locator("tr.is-solved").count(), 4);
  assert.equal(await at("compare-table").locator("tbody tr").count(), 4);
  for (const name of ["astar", "ida", "weighted-2"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  assert.ok(await at("compare-run").isDisabled());
});

test("what the server would refuse is not asked for", { at: hash(HARDEST, "&v=compare") }, async ({ page, at, see }) => {
  await at("compare-limit").selectOption("10");
  await see("compare-tally", "13 runs of 10 s are more than 120 s: choose fewer");
  assert.ok(await at("compare-run").isDisabled());
  for (const name of ["hamming", "manhattan", "linear-conflict"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  // The tables are for IDA* alone.
  await see("compare-tally", "1 run, 10 s at most");
  await at("compare-run").click();
  await until(() => page.locator("tr.is-solved").count(), 1);
});

test("a comparison is stopped", { at: hash(FIFTY_SIX, "&v=compare") }, async ({ page, at, see }) => {
  await at("compare-limit").selectOption("0.5");
  await at("compare-run").click();
  await until(async () => (await page.locator("tr:is(.is-stopped, .is-solved)").count()) > 0, true);
  await at("compare-stop").click();
  await see("compare-run", "Compare");
  await until(async () => (await page.locator("tr.is-left").count()) > 0, true);
  assert.equal(await page.locator("tr:is(.is-pending, .is-running)").count(), 0);
});

test("whoever waits for a turn is told so", { at: hash(EIGHTY) }, async ({ at, see, open }) => {
  await at("solve").click();
  await see("figures", /Nodes/);
  const other = await open(hash(HARDEST, "&v=compare"));
  await other.at("compare-run").click();
  await until(() => other.page.locator(".compare .card").innerText(), /waiting for its turn/);
  const third = await open(hash(EIGHTY));
  await third.at("solve").click();
  await third.see("solve-note", "Waiting for its turn…");
  await at("stop").click();
  await until(() => other.page.locator("tr.is-solved").count(), 13);
  await third.see("figures", /Nodes/);
});
