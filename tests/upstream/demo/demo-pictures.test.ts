import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  AVATAR,
  BANNER,
  COVER,
  drawAvatar,
  drawCover,
  drawPicture,
  POSTER,
  pictureSize,
} from "#upstream/demo/pictures";

const CONTENT = "upstream/demo/content";
const named = readdirSync(CONTENT, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:md|yaml)$/.test(file) && !file.endsWith("README.md"))
  .flatMap((file) => readFileSync(join(CONTENT, file), "utf8").match(/demo:[\w-]+/g) ?? [])
  .map((name) => name.slice("demo:".length));

async function sizeOf(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes).metadata();
  expect(format).toBe("webp");
  return { width, height };
}

test.each([...new Set(named), "nothing-known"])("the picture %s is drawn", async (name) => {
  expect(await sizeOf(await drawPicture(name))).toEqual(pictureSize(name));
});

test("banners and posters have their own aspect ratios", () => {
  expect(pictureSize("banner-case")).toEqual(BANNER);
  expect(pictureSize("poster-marathon")).toEqual(POSTER);
});

test.each([
  "banner-question",
  "banner-case",
  "banner-activity",
  "banner-article",
  "poster-marathon",
  "poster-opensource",
])("%s keeps its left half free for the text", async (name) => {
  const { width, height } = pictureSize(name);
  const half = { left: 0, top: 0, width: Math.floor(width / 2), height };
  const { data, info } = await sharp(await drawPicture(name))
    .extract(half)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Neighbouring pixels are similar: a gradient and soft circles, without edges.
  let edges = 0;
  for (let at = 1; at < data.length; at += 1) {
    if (at % info.width && Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) > 20) edges += 1;
  }
  expect(edges).toBe(0);
});

test("avatars and covers are always the same for the same seed", async () => {
  expect(await sizeOf(await drawAvatar("hanmo"))).toEqual(AVATAR);
  expect(await drawAvatar("hanmo")).toEqual(await drawAvatar("hanmo"));
  expect(await drawAvatar("hanmo")).not.toEqual(await drawAvatar("xuyan"));
  expect(await sizeOf(await drawCover("x", "saas"))).toEqual(COVER);
  expect(await drawCover("x", "saas")).toEqual(await drawCover("x", "saas"));
  const some = await Promise.all(["a", "b", "c"].map((seed) => drawCover(seed, "design")));
  expect(new Set(some.map((bytes) => bytes.toString("base64"))).size).toBe(3);
});
