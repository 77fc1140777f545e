// Server failures: unreachable, busy, disconnected.

import assert from "node:assert/strict";
import { BACKEND, EIGHTY, FOURTEEN, hash, suite, until } from "./helper.js";

const test = BACKEND === "server" ? suite() : () => {};
const busy = { status: 429, headers: { "Retry-After": "1" }, json: { error: { code: "busy", message: "too many searches are waiting" } } };

test("unreachable: the board can still be played", { at: hash(FOURTEEN) }, async ({ page, at, see, seeBoard, press }) => {
  await page.route("**/api/**", (route) => route.abort("aborted"));
  await at("shuffle").click();
  await see("setup-error", /cannot be reached/);
  await at("solve").click();
  await see("solve-error", /cannot be reached/);
  await press("ArrowLeft");
  await seeBoard("8 1 3/4 2 0/7 6 5");
  await see("status", /^Not checked.*cannot be reached\. Is taquin still running\?$/s);
  await page.unroute("**/api/**");
  await at("solve").click();
  await see("result", /^Solved in \d+ moves/);
  assert.equal(await at("solve-error").innerText(), "");
});

test("unreachable when a view is opened: the user can retry", { at: hash(FOURTEEN) }, async ({ page, at, see, text }) => {
  await page.route("**/js/think.js*", (route) => route.abort("aborted"));
  await at("tab-think").click();
  await see("panel-think", /^The server cannot be reached\. Is taquin still running\?\nTry again$/);
  await page.unroute("**/js/think.js*");
  await page.getByRole("button", { name: "Try again" }).click();
  await see("think-summary", /^Step 0/);
  assert.doesNotMatch(await text("panel-think"), /Try again/);
});

test("busy: the request is retried once", { at: hash(FOURTEEN), statuses: [429] }, async ({ page, at, see }) => {
  let times = 1;
  await page.route("**/api/solve/stream", (route) => (times-- > 0 ? route.fulfill(busy) : route.continue()));
  await at("solve").click();
  await see("solve-note", /busy; trying again in 1 s/);
  await see("result", /^Solved in 14 moves/);
  times = 2;
  await at("solve").click();
  await see("solve-error", /too many searches/);
});

test("disconnected: the error is shown and the user can retry", { at: hash(EIGHTY) }, async ({ page, at, see }) => {
  const started = 'event: started\ndata: {"id":"00"}\n\nevent: progress\ndata: {"lower_bound":70,"generated":9,"rate":9,"best":null,"thousandths":null,"seconds":1}\n\n';
  await page.route("**/api/solve/stream", (route) => route.fulfill({ contentType: "text/event-stream", body: started }));
  await at("solve").click();
  await see("solve-error", /connection was closed before the result/);
  await see("result", /^Stopped: no result arrived\nA shortest solution has at least 70 moves\./);
  await until(() => at("solve").isEnabled(), true);
});
