// The Compare panel.

import assert from "node:assert/strict";
import { BACKEND, EIGHT, EIGHTY, FIFTY_SIX, HARDEST, hash, suite, until } from "./helper.js";

const test = suite("--threads", "1");

test("table and chart show each run", { at: hash(HARDEST, "&v=compare") }, async ({ page, at, see, clipboard }) => {
  await see("compare-run", "Compare");
  await at("compare-run").click();
  const rows = at("compare-table").locator("tbody tr");
  await until(() => page.locator("tr.is-solved").count(), 13);
  await see("compare-run", "Compare");
  for (const row of await rows.all()) assert.equal(await row.locator("td").nth(1).innerText(), "31");
  const bars = () => at("compare-chart").locator("rect").evaluateAll((all) => all.filter((bar) => bar.getBoundingClientRect().width > 3).length);
  await until(bars, 13);
  // Pattern databases need the fewest nodes.
  await page.locator("thead button").nth(3).click();
  assert.match(await rows.first().innerText(), /^IDA\*\s+Pattern databases/);
  await page.getByRole("button", { name: "Seconds" }).last().click();
  await until(bars, 13);
  await at("compare-csv").click();
  await until(async () => (await clipboard()).trim().split("\n").length, 14);
  await at("compare-markdown").click();
  await until(clipboard, /^8 6 7 \/ 2 5 4 \/ 3 0 1\n\n\| Algorithm \|/);
  await at("tile-5").click();
  await until(() => page.locator(".compare-stale").innerText(), /^These results are for 8 6 7/);
});

test("only selected methods run", { at: hash(HARDEST, "&v=compare") }, async ({ page, at }) => {
  await until(() => at("compare-run").isEnabled(), true);
  for (const name of ["princeton", "bidirectional", "hamming", "manhattan"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  await page.locator(".compare input[value=weighted-2]").check();
  await at("compare-run").click();
  await until(() => page.locator("tr.is-solved").count(), 4);
  assert.equal(await at("compare-table").locator("tbody tr").count(), 4);
  for (const name of ["astar", "ida", "weighted-2"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  assert.ok(await at("compare-run").isDisabled());
});

test("a comparison above the time limit cannot be started", { at: hash(HARDEST, "&v=compare") }, async ({ page, at, see }) => {
  await at("compare-limit").selectOption("10");
  await see("compare-tally", "13 runs of 10 s exceed 120 s in total: choose fewer");
  assert.ok(await at("compare-run").isDisabled());
  for (const name of ["hamming", "manhattan", "linear-conflict"]) await page.locator(`.compare input[value=${name}]`).uncheck();
  // Only IDA* supports pattern databases.
  await see("compare-tally", "1 run, at most 10 s");
  await at("compare-run").click();
  await until(() => page.locator("tr.is-solved").count(), 1);
});

test("a comparison can be stopped", { at: hash(FIFTY_SIX, "&v=compare") }, async ({ page, at, see }) => {
  await at("compare-limit").selectOption("0.5");
  await at("compare-run").click();
  await until(async () => (await page.locator("tr:is(.is-stopped, .is-solved)").count()) > 0, true);
  await at("compare-stop").click();
  await see("compare-run", "Compare");
  await until(async () => (await page.locator("tr.is-left").count()) > 0, true);
  assert.equal(await page.locator("tr:is(.is-pending, .is-running)").count(), 0);
});

// Without a server, every tab has its own Worker.
const serverTest = BACKEND === "server" ? test : () => {};

serverTest("queued searches show that they are waiting", { at: hash(EIGHT) }, async ({ at, see, open }) => {
  await at("seconds").selectOption("60");
  await at("solve").click();
  await see("gap", /moves found/);
  const other = await open(hash(HARDEST, "&v=compare"));
  await other.at("compare-run").click();
  await until(() => other.page.locator(".compare .card").innerText(), /waiting for a free worker/);
  const third = await open(hash(EIGHTY));
  await third.at("solve").click();
  await third.see("solve-note", "Waiting for a free worker…");
  await at("stop").click();
  await until(() => other.page.locator("tr.is-solved").count(), 13);
  await third.see("figures", /Nodes/);
});
