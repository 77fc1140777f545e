// Appearance: images, themes, reduced motion, loading time, frame rate.

import assert from "node:assert/strict";
import { EIGHTY, FOURTEEN, hash, suite, until } from "./helper.js";

const test = suite("--threads", "2");

/** A 2×2 image: red and green, blue and yellow. */
const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM/4HEfyAAJOkE/KCpRJMAAAAASUVORK5CYII=";

/** The displayed color in the middle of a tile. */
async function color(page, tile) {
  const shot = await tile.screenshot();
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt())]));
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.drawImage(image, -image.width / 2, -image.height / 2);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return [red > 128 ? "red" : "", green > 128 ? "green" : "", blue > 128 ? "blue" : ""].join("");
  }, shot.toString("base64"));
}

test("an image on the tiles", { at: hash("0 2/1 3") }, async ({ page, at, see }) => {
  await page.locator("#setup summary").click();
  await at("image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(IMAGE, "base64") });
  await until(() => page.locator("#board.has-image").count(), 1);
  await until(() => color(page, at("tile-1")), "red");
  await until(() => color(page, at("tile-2")), "green");
  await until(() => color(page, at("tile-3")), "blue");
  await at("numbers").uncheck();
  assert.ok(await at("tile-1").locator("b").isHidden());
  await at("image").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("not an image") });
  await see("setup-error", /cannot display this file/);
  assert.equal(await page.locator("#board.has-image").count(), 1);
  await at("image-remove").click();
  await until(() => page.locator("#board.has-image").count(), 0);
});

/** The contrast ratio of an element's text, from 1 to 21. */
const contrast = (locator) =>
  locator.evaluate((node) => {
    const light = (color) => {
      const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const [red, green, blue] = color.match(/[\d.]+/g).map(Number).map(part);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind = node;
    while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
    const [a, b] = [getComputedStyle(node).color, getComputedStyle(behind).backgroundColor].map(light).sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });

for (const colorScheme of ["light", "dark"]) {
  test(`the ${colorScheme} theme has enough contrast`, { colorScheme, at: hash(FOURTEEN) }, async ({ page, at, see }) => {
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

test("reduced motion is respected", { reducedMotion: "reduce", at: hash("1 2 3/4 5 6/7 0 8") }, async ({ page, at, see, press }) => {
  const { x } = await at("tile-7").boundingBox();
  await press("ArrowLeft");
  assert.equal(Math.round((await at("tile-8").boundingBox()).x - x), Math.round((await at("tile-8").boundingBox()).width));
  await see("cheer", /^Solved in 1 move/);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await at("hint-toggle").click();
  await press("ArrowRight");
  await see("hint", / 1 move to go$/);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

// The page is usable once the tiles are painted.
const mark = () => {
  const poll = () => (document.querySelector("#board .tile") ? (window.usable = performance.now()) : requestAnimationFrame(poll));
  requestAnimationFrame(poll);
};

test("loading time", { init: mark }, async ({ page, open, report }) => {
  const first = await until(() => page.evaluate(() => Math.round(window.usable ?? 0)), /[1-9]/);
  const second = await open();
  const again = await until(() => second.page.evaluate(() => Math.round(window.usable ?? 0)), /[1-9]/);
  report(`usable after ${first} ms, and after ${again} ms on the second visit; the target is 300 ms`);
});

test("frame rate during a search", { at: hash(EIGHTY) }, async ({ page, at, see, report }) => {
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
  assert.ok(await at("stop").isVisible(), "still running");
  report(`${Math.round((frames / time) * 1000)} frames per second during a search`);
});
