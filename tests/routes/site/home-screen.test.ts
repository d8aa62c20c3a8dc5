import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";
import { setSetting } from "#upstream/modules/config/settings";

const ICON = "content/202601/icon.png";
const RED = { r: 200, g: 10, b: 20 };

let world: World;
let browser: Reader;

beforeAll(async () => {
  world = await createWorld();
  browser = await world.as(null);
});
afterAll(() => world.close());

async function fetched(path: string) {
  const context = {
    upstream: world.upstream.program,
    requestId: "test",
    clientIp: "192.0.2.1",
    dependsOn: new Set<string>(),
  };
  const response = await world.remix(new Request(new URL(path, ORIGIN)), context);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const cornerOf = async (bytes: Buffer) => [...(await sharp(bytes).ensureAlpha().raw().toBuffer()).subarray(0, 4)];
const middleOf = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = 4 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  return [...data.subarray(at, at + 3)];
};

describe("the site on a home screen", () => {
  test("every page names its manifest and the theme colours, in both themes", async () => {
    const tokens = readFileSync("app/styles/tokens.css", "utf8");
    const surfaces = new Set([...tokens.matchAll(/--surface: (#\w+)/g)].map(([, color]) => color));
    expect(surfaces.size).toBe(2);
    for (const path of ["/", "/zhiku", "/login", "/no-such-page"]) {
      const { text } = await browser.get(path);
      expect(text, path).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
      expect([...text.matchAll(/<meta name="theme-color" content="(#\w+)"/g)].map(([, color]) => color)).toEqual([
        ...surfaces,
      ]);
    }
    const { theme_color } = JSON.parse((await fetched("/manifest.webmanifest")).bytes.toString());
    expect([...surfaces][0]).toBe(theme_color);
  });

  test("the manifest has the site's name, and icons of the stated sizes", async () => {
    await setSetting(world.upstream.services.db, "logo", { name: "读书会", url: null, urlDark: null });
    const { response, bytes } = await fetched("/manifest.webmanifest");
    expect(response.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = JSON.parse(bytes.toString()) as {
      name: string;
      icons: { src: string; sizes: string; type: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest).toMatchObject({ name: "读书会", short_name: "读书会", display: "standalone", start_url: "/" });
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetched(src);
      expect(icon.response.headers.get("content-type")).toBe(type);
      const { width, height } = await sharp(icon.bytes).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const { url } of manifest.shortcuts) expect((await browser.get(url)).status, url).toBeLessThan(400);
  });

  test("its icon is the one chosen by staff, complete within every mask, and opaque where required", async () => {
    const { db, objects } = world.upstream.services;
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: RED } })
      .png()
      .toBuffer();
    await objects.put(ICON, picture, "image/png");
    const icon = objects.publicUrl(ICON);
    await setSetting(db, "logo", { name: "读书会", url: null, urlDark: null, icon });
    const [touch, maskable, plain] = await Promise.all(
      ["/apple-touch-icon.png", "/app-icon/maskable.png", "/app-icon/192.png"].map(
        async (path) => (await fetched(path)).bytes,
      ),
    );
    for (const bytes of [touch, maskable, plain]) {
      expect(await middleOf(bytes ?? Buffer.alloc(0))).toEqual([RED.r, RED.g, RED.b]);
    }
    expect(await cornerOf(touch ?? Buffer.alloc(0))).toEqual([255, 255, 255, 255]);
    expect(await cornerOf(maskable ?? Buffer.alloc(0))).toEqual([255, 255, 255, 255]);
    expect((await sharp(touch).metadata()).width).toBe(180);
    await objects.put(ICON, new Uint8Array([1, 2, 3]), "image/png");
    await setSetting(db, "logo", { name: "坏图标", url: null, urlDark: null, icon });
    expect((await sharp((await fetched("/apple-touch-icon.png")).bytes).metadata()).width).toBe(180);
  });

  test("favicon.ico contains one picture of 32 pixels; other names do not exist", async () => {
    const { response, bytes } = await fetched("/favicon.ico");
    expect(response.headers.get("content-type")).toBe("image/x-icon");
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4), bytes[6]]).toEqual([0, 1, 1, 32]);
    const picture = bytes.subarray(bytes.readUInt32LE(18));
    expect(picture.length).toBe(bytes.readUInt32LE(14));
    expect((await sharp(picture).metadata()).width).toBe(32);
    expect((await fetched("/app-icon/9000.png")).response.status).toBe(404);
  });
});
