// Pictures, themes, motion, and how soon and how smoothly all that is there.

import assert from "node:assert/strict";
import { EIGHTY, FOURTEEN, hash, suite, until } from "./helper.js";

const test = suite("--threads", "2");

/** Two pixels by two: red and green, blue and yellow. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM/4HEfyAAJOkE/KCpRJMAAAAASUVORK5CYII=";

/** The colour at the middle of a tile, as it is on the screen. */
async function colour(page, tile) {
  const shot = await tile.screenshot();
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt())]));
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.drawImage(image, -image.width / 2, -image.height / 2);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return [red > 128 ? "red" : "", green > 128 ? "green" : "", blue > 128 ? "blue" : ""].join("");
  }, shot.toString("base64"));
}

test("a picture on the tiles", { at: hash("0 2/1 3") }, async ({ page, at, see }) => {
  await page.locator("#setup summary").click();
  await at("picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(PICTURE, "base64") });
  await until(() => page.locator("#board.pictured").count(), 1);
  await until(() => colour(page, at("tile-1")), "red");
  await until(() => colour(page, at("tile-2")), "green");
  await until(() => colour(page, at("tile-3")), "blue");
  await at("numbers").uncheck();
  assert.ok(await at("tile-1").locator("b").isHidden());
  await at("picture").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await see("setup-error", /cannot show this file/);
  assert.equal(await page.locator("#board.pictured").count(), 1);
  await at("picture-remove").click();
  await until(() => page.locator("#board.pictured").count(), 0);
});

/** How well the text of an element can be told from what is behind it: 1 to 21. */
const contrast = (locator) =>
  locator.evaluate((node) => {
    const light = (colour) => {
      const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const [red, green, blue] = colour.match(/[\d.]+/g).map(Number).map(part);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind = node;
    while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
    const [a, b] = [getComputedStyle(node).color, getComputedStyle(behind).backgroundColor].map(light).sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });

for (const colorScheme of ["light", "dark"]) {
  test(`the ${colorScheme} theme can be read`, { colorScheme, at: hash(FOURTEEN) }, async ({ page, at, see }) => {
    await at("solve").click();
    await see("result", /^Solved/);
    await at("playback-next").click();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).every((part) => part < 128));
    assert.equal(await background(), colorScheme === "dark");
    const shown = ["#tile", "#status-line", "#status-why", "#solve", "#solve-note", "#result h2", "#result span", "#result p", "#position", "[aria-current]", ".examples a"];
    for (const name of shown) {
      const one = name === "#tile" ? at("tile-3").locator(".face") : page.locator(name).first();
      assert.ok((await contrast(one)) >= 4.5, name);
    }
    await at("theme").click();
    assert.equal(await background(), colorScheme !== "dark");
    await page.reload();
    await until(background, colorScheme !== "dark");
  });
}

test("without motion, for those who want less", { reducedMotion: "reduce", at: hash("1 2 3/4 5 6/7 0 8") }, async ({ page, at, see, press }) => {
  const { x } = await at("tile-7").boundingBox();
  await press("ArrowLeft");
  assert.equal(Math.round((await at("tile-8").boundingBox()).x - x), Math.round((await at("tile-8").boundingBox()).width));
  await see("cheer", /^Solved in 1 move/);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await at("hint-toggle").click();
  await press("ArrowRight");
  await see("hint", /Fewest from here: 1$/);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

// When the tiles are painted, the page's scripts have run, and it can be used.
const mark = () => {
  const look = () => (document.querySelector("#board .tile") ? (window.usable = performance.now()) : requestAnimationFrame(look));
  requestAnimationFrame(look);
};

test("the page is soon there", { init: mark }, async ({ page, open, say }) => {
  const first = await until(() => page.evaluate(() => Math.round(window.usable ?? 0)), /[1-9]/);
  const second = await open();
  const again = await until(() => second.page.evaluate(() => Math.round(window.usable ?? 0)), /[1-9]/);
  say(`usable after ${first} ms, and ${again} ms the second time; 300 ms are what we want`);
});

test("nothing stutters while a search runs", { at: hash(EIGHTY) }, async ({ page, at, see, say }) => {
  await at("solve").click();
  await see("figures", /Nodes/);
  const frames = 60;
  const time = await page.evaluate(
    (frames) =>
      new Promise((done) => {
        const start = performance.now();
        let n = 0;
        const tick = () => (n++ === frames ? done(performance.now() - start) : requestAnimationFrame(tick));
        requestAnimationFrame(tick);
      }),
    frames,
  );
  assert.ok(await at("stop").isVisible(), "it still runs");
  say(`${Math.round((frames / time) * 1000)} frames a second while a search runs`);
});
