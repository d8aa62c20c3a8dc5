import { createHash, createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PICTURE_WIDTHS } from "#app/contract/files/picture-widths";
import { readRange } from "#upstream/services/storage/byte-range";
import { looksLike } from "#upstream/services/storage/file-type";
import { createGate } from "#upstream/services/storage/gate";
import { ImagePlanError, readImagePlan } from "#upstream/services/storage/image-plan";
import { createLocalStore } from "#upstream/services/storage/local-store";
import { measureImage } from "#upstream/services/storage/measure-image";
import { isObjectKey, isPublicKey, newObjectKey } from "#upstream/services/storage/object-key";
import { canonicalRequest, signOss, verifyOss } from "#upstream/services/storage/oss-signature";
import { createS3Store } from "#upstream/services/storage/s3-store";

const ORIGIN = "https://shequ.example";
const folder = mkdtempSync(join(tmpdir(), "shequ-objects-"));
let now = new Date("2026-03-01T08:00:00Z");
const store = createLocalStore({ folder, passing: true, publicOrigin: ORIGIN, secretKey: "secret" }, () => now);

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return store.serve(new Request(new URL(url, ORIGIN), init));
}
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" } });

let png: Buffer;
beforeAll(async () => {
  png = await draw(300, 200).png().toBuffer();
  await store.put("content/202603/a.png", png, "image/png");
  await store.put("report/202603/r.pdf", Buffer.from("%PDF-1.7 report"), "application/pdf");
});

afterAll(async () => {
  await store.close();
  await expect(readdir(folder)).rejects.toThrow();
});

describe("signatures", () => {
  const credential = { accessId: "AKTEST", secret: "SKTEST", region: "cn-hangzhou" };
  const request = {
    method: "PUT",
    bucket: "examplebucket",
    key: "a/图 1.png",
    headers: { "content-type": "image/png" },
  };
  const at = new Date("2024-12-03T03:44:20Z");

  test("equal those of ali-oss", () => {
    const query = signOss(request, credential, { now: at, seconds: 300 });
    expect(canonicalRequest(request)).toContain("\n/examplebucket/a/%E5%9B%BE%201.png\n");
    expect(query["x-oss-credential"]).toBe("AKTEST/20241203/cn-hangzhou/oss/aliyun_v4_request");
    expect(query["x-oss-signature"]).toBe("8456265535cde4ce2f657966b567e96af62d6b5786727de5e5223f1c7a375e5d");
  });

  test("are valid for exactly what was signed, until they expire", () => {
    const query = signOss(request, credential, { now: at, seconds: 300 });
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
    expect(verifyOss({ ...request, query }, credential, later(299))).toBe("valid");
    expect(verifyOss({ ...request, query }, credential, later(300))).toBe("expired");
    expect(verifyOss({ ...request, query }, credential, later(-3600))).toBe("invalid");
    for (const change of [
      { method: "GET" },
      { key: "a/b.png" },
      { bucket: "x" },
      { headers: { "content-type": "text/html" } },
    ]) {
      expect(verifyOss({ ...request, query, ...change }, credential, at)).toBe("invalid");
    }
    for (const [name, value] of Object.entries({
      "x-oss-expires": "604800",
      "x-oss-date": "20241203T034421Z",
      "x-oss-process": "image/resize,w_100",
      "x-oss-signature": "0".repeat(64),
      "x-oss-signature-version": "x",
      "x-oss-credential": "AKTEST/20241203/cn-hangzhou/oss/aliyun_v4_requesu",
      "x-oss-additional-headers": "host",
    })) {
      expect(verifyOss({ ...request, query: { ...query, [name]: value } }, credential, at), name).toBe("invalid");
    }
    expect(verifyOss({ ...request, query }, { ...credential, secret: "other" }, at)).toBe("invalid");
    expect(verifyOss({ ...request, query: {} }, credential, at)).toBe("unsigned");
    const long = signOss(request, credential, { now: at, seconds: 604_801 });
    expect(verifyOss({ ...request, query: long }, credential, at)).toBe("invalid");
  });
});

test("keys are made of a purpose, a month and random characters", () => {
  const key = newObjectKey("avatar", "webp", now);
  expect(key).toMatch(/^avatar\/202603\/[0-9a-f]{32}\.webp$/);
  expect(isObjectKey(key)).toBe(true);
  expect(isObjectKey("content/202601/评审 图.png")).toBe(true);
  expect(isPublicKey(key)).toBe(true);
  for (const kind of ["report", "attachment", "form", "publicx"]) expect(isPublicKey(`${kind}/a.pdf`)).toBe(false);
  for (const bad of [
    "",
    "a.png",
    "/content/a.png",
    "content//a.png",
    "content/../a.png",
    "content/a..png",
    "content/.hidden/a.png",
    "content\\a.png",
    "content/a.png\u0000",
    "content/\u0000a.png",
    "content/a.html",
    "content/a",
    "C:/content/a.png",
    "content/%2e%2e/a.png",
    `content/${"长".repeat(80)}.png`,
    ".incoming/a.png",
    "__proto__/a.png",
    "content/a.constructor",
  ]) {
    expect(isObjectKey(bad), bad).toBe(false);
  }
});

describe("reading", () => {
  test("public objects can be read by anybody, and cached for ever with their type", async () => {
    const response = await ask(store.publicUrl("content/202603/a.png"));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "accept-ranges": "bytes",
    });
  });

  test("HEAD and conditional requests work", async () => {
    const head = await ask("/oss/content/202603/a.png", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(png.length));
    expect(await head.text()).toBe("");
    const etag = head.headers.get("etag") ?? "";
    for (const header of [etag, `"x", ${etag}`, `W/${etag}`]) {
      const again = await ask("/oss/content/202603/a.png", { headers: { "if-none-match": header } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    }
  });

  test("ranges work, for small and for streamed files", async () => {
    const large = Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(600_000, "0123456789")]);
    await store.put("report/202603/large.pdf", large, "application/pdf");
    const { url } = await store.presignGet("report/202603/large.pdf", { seconds: 60 });
    const cases: [string, string, number, number][] = [
      [url, "bytes=0-4", 0, 5],
      [url, "bytes=599000-", 599_000, large.length],
      [url, "bytes=-10", large.length - 10, large.length],
      ["/oss/content/202603/a.png", "bytes=2-9", 2, 10],
    ];
    for (const [address, range, from, to] of cases) {
      const response = await ask(address, { headers: { range } });
      const whole = address === url ? large : png;
      expect(response.status).toBe(206);
      expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${whole.length}`);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(whole.subarray(from, to));
    }
    const whole = await ask(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    expect((await ask(url, { headers: { range: "bytes=9999999-" } })).status).toBe(416);
    expect((await ask(url, { headers: { range: "bytes=0-1", "if-range": '"old"' } })).status).toBe(200);
    expect(readRange("bytes=0-1,4-5", 10)).toBeNull();
    expect(readRange("lines=0-1", 10)).toBeNull();
    expect(readRange("bytes=5-2", 10)).toBeNull();
    expect(readRange("bytes=-0", 10)).toBe("unsatisfiable");
    expect(readRange("bytes=0-99", 10)).toEqual({ from: 0, to: 9 });
  });

  test("private objects require a signature, and are sent under the signed name", async () => {
    const key = "report/202603/r.pdf";
    expect((await ask(store.publicUrl(key))).status).toBe(403);
    expect((await ask("/oss/report/202603/none.pdf")).status).toBe(403);
    const { url } = await store.presignGet(key, { seconds: 300, downloadName: "年度 报告(1).pdf" });
    const response = await ask(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''%E5%B9%B4%E5%BA%A6%20%E6%8A%A5%E5%91%8A%281%29.pdf",
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect((await ask(url, { method: "HEAD" })).status).toBe(200);
    for (const broken of [
      url.replace("r.pdf", "s.pdf"),
      `${url}&x-oss-process=image/resize,w_40`,
      `${url}&x-oss-expires=600000`,
      url.replace("attachment", "inline"),
      url.replace(/.$/, "Z"),
    ]) {
      expect((await ask(broken)).status, broken).toBeGreaterThanOrEqual(400);
    }
    now = new Date(now.getTime() + 300_000);
    expect((await ask(url)).status).toBe(403);
  });

  test.each([
    "/oss/../package.json",
    "/oss/content/..%2f..%2f..%2fetc/passwd.txt",
    "/oss/content/%2e%2e/%2e%2e/a.png",
    "/oss/content%5c..%5ca.png",
    "/oss/content/a.png%00.txt",
    "/oss/%00",
    "/oss/%2fetc/passwd.txt",
    "/oss//etc/passwd.txt",
    "/oss/content/%252e%252e/a.png",
    "/oss/content/%E0%A4%A.png",
    "/oss/.incoming/a.png",
    "/oss/",
    "/oss/__proto__",
    "/oss/content/202603/a.png?a=1&a=2",
  ])("refuses %s", async (path) => {
    expect((await ask(path)).status).toBe(400);
  });

  test("missing objects and disallowed requests are refused", async () => {
    expect((await ask("/oss/content/202603/none.png")).status).toBe(404);
    expect((await ask("/oss/content/202603.png/a.png/b.png")).status).toBe(404);
    for (const method of ["POST", "DELETE", "OPTIONS", "PATCH"]) {
      expect((await ask("/oss/content/202603/a.png", { method })).status).toBe(405);
    }
  });
});

describe("uploading", () => {
  const upload = (url: string, body: BodyInit, headers: Record<string, string>) =>
    ask(url, { method: "PUT", body, headers, duplex: "half" } as RequestInit);
  const presign = (key: string, bytes = png.length, contentType = "image/png") =>
    store.presignPut(key, { contentType, bytes, seconds: 300 });
  const sent = (bytes = png.length, type = "image/png") => ({ "content-type": type, "content-length": String(bytes) });

  test("works once, and never replaces another object", async () => {
    const key = newObjectKey("content", "png", now);
    const { url, headers, expiresAt } = await presign(key);
    expect(headers).toEqual({ "content-type": "image/png" });
    expect(expiresAt.getTime()).toBe(now.getTime() + 300_000);
    expect((await upload(url, new Uint8Array(png), sent())).status).toBe(200);
    expect((await store.get(key))?.bytes).toEqual(png);
    expect((await upload(url, new Uint8Array(png), sent())).status).toBe(409);
    const two = await presign(newObjectKey("content", "png", now));
    const both = await Promise.all([1, 2].map(() => upload(two.url, new Uint8Array(png), sent())));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is refused if it was not signed", async () => {
    const key = newObjectKey("content", "png", now);
    const { url } = await presign(key);
    const body = new Uint8Array(png);
    const get = await store.presignGet(key, { seconds: 300 });
    expect((await upload(`/oss/${key}`, body, sent())).status).toBe(403);
    expect((await upload(get.url, body, sent())).status).toBe(403);
    expect((await ask(url)).status).toBe(403);
    expect((await upload(url, body, sent(png.length, "text/html"))).status).toBe(403);
    expect((await upload(url, body, sent(png.length + 1))).status).toBe(403);
    expect((await upload(url.replace(key, newObjectKey("content", "png", now)), body, sent())).status).toBe(403);
    expect((await upload(url, body, { "content-type": "image/png" })).status).toBe(403);
    await expect(presign("content/202603/x.html", 5, "text/html")).rejects.toThrow();
    await expect(presign("content/202603/x.png", 5, "image/svg+xml")).rejects.toThrow();
    now = new Date(now.getTime() + 301_000);
    expect((await upload(url, body, sent())).status).toBe(403);
    expect(await store.get(key)).toBeNull();
  });

  test("is refused with another length or type, and leaves nothing behind", async () => {
    const key = newObjectKey("content", "png", now);
    const { url } = await presign(key);
    expect((await upload(url, new Uint8Array(png.subarray(1)), sent())).status).toBe(400);
    expect((await upload(url, new Uint8Array(Buffer.concat([png, png])), sent())).status).toBe(400);
    expect((await upload(url, "<script>".padEnd(png.length), sent())).status).toBe(415);
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.error(new Error("gone"));
      },
    });
    expect((await upload(url, broken, sent())).status).toBe(400);
    expect(await store.get(key)).toBeNull();
    expect(await readdir(join(folder, "objects", ".incoming"))).toEqual([]);
    expect((await upload(url, new Uint8Array(png), sent())).status).toBe(200);
  });

  test("is checked by its first bytes", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(looksLike("image/png", png)).toBe(true);
    expect(looksLike("image/jpeg", png)).toBe(false);
    expect(looksLike("image/webp", await draw(9, 9).webp().toBuffer())).toBe(true);
    expect(looksLike("image/avif", await draw(9, 9).avif().toBuffer())).toBe(true);
    expect(looksLike("image/svg+xml", bytes('<?xml version="1.0"?>\n<svg xmlns="…">'))).toBe(true);
    expect(looksLike("image/svg+xml", bytes("<html><svg>"))).toBe(false);
    expect(looksLike("text/plain", bytes("你好"))).toBe(true);
    for (const page of [" <!doctype html>", "<script>", "a\u0000b"])
      expect(looksLike("text/plain", bytes(page))).toBe(false);
    expect(looksLike("application/x-unknown", png)).toBe(false);
    const mimetype = Buffer.concat([bytes("PK\u0003\u0004"), Buffer.alloc(26), bytes("mimetypeapplication/epub+zip")]);
    expect(looksLike("application/epub+zip", mimetype)).toBe(true);
    expect(looksLike("application/epub+zip", bytes("PK\u0003\u0004".padEnd(60)))).toBe(false);
  });
});

describe("pictures made over", () => {
  async function made(process: string, key = "content/202603/photo.jpg") {
    const request = { method: "GET", bucket: "oss", key, query: { "x-oss-process": process } };
    const credential = { accessId: "shequ", secret: "secret", region: "local" };
    const response = await ask(
      `/oss/${key}?${new URLSearchParams(signOss(request, credential, { now, seconds: 60 }))}`,
    );
    if (response.status !== 200) return `${response.status}`;
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    expect(response.headers.get("content-type")).toBe(`image/${format}`);
    return `${format} ${width}x${height}`;
  }
  beforeAll(async () => {
    await store.put("content/202603/photo.jpg", await draw(1500, 1000).jpeg().toBuffer(), "image/jpeg");
    const turned = await draw(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    await store.put("content/202603/turned.jpg", turned, "image/jpeg");
    await store.put("content/202603/thin.png", await draw(3, 3000).png().toBuffer(), "image/png");
    await store.put("content/202603/broken.png", png.subarray(0, 60), "image/png");
    await store.put("content/202603/d.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml");
  });

  test.each([
    ["image/resize,w_200", "jpeg 240x160"],
    ["image/resize,m_lfit,w_240,h_80/format,webp", "webp 120x80"],
    ["image/resize,m_mfit,w_240,h_240", "jpeg 360x240"],
    ["image/resize,m_fill,w_120,h_120/quality,q_80/format,png", "png 120x120"],
    ["image/resize,m_pad,w_160,h_160", "jpeg 160x160"],
    ["image/resize,m_fixed,w_40,h_160", "jpeg 40x160"],
    ["image/resize,l_480", "jpeg 480x320"],
    ["image/resize,s_320", "jpeg 480x320"],
    ["image/resize,w_9000", "jpeg 1500x1000"],
    ["image/resize,w_9000,limit_0", "jpeg 1920x1280"],
    ["image/format,webp", "webp 1500x1000"],
    ["image/auto-orient,1/resize,w_40/quality,Q_50/format,jpg", "jpeg 40x27"],
  ])("%s", async (process, expected) => {
    expect(await made(process)).toBe(expected);
  });

  test("are turned as the camera was held", async () => {
    expect(await made("image/resize,w_120", "content/202603/turned.jpg")).toBe("jpeg 120x180");
    expect(await made("image/resize,w_120/auto-orient,0", "content/202603/turned.jpg")).toBe("jpeg 120x80");
  });

  test.each([
    "",
    "image",
    "image/",
    "video/snapshot,t_1",
    "image/blur,r_3,s_2",
    "image/watermark,text_eA",
    "image/info",
    "image/resize",
    "image/resize,w_0",
    "image/resize,w_-1",
    "image/resize,w_16385",
    "image/resize,w_1e3",
    "image/resize,w_200,w_100",
    "image/resize,p_50",
    "image/resize,w_100,m_other",
    "image/resize,w_100,limit_2",
    "image/resize,w_100,__proto___1",
    "image/resize,w_100/resize,w_100",
    "image/format,heic",
    "image/format",
    "image/quality,101",
    "image/quality,q_101",
    "image/constructor,1",
    "image/resize,w_40/quality,q_80/format,webp/auto-orient,1/resize,w_80",
    `image/resize,w_40${",".repeat(300)}`,
  ])("refuses %j", async (process) => {
    expect(() => readImagePlan(process)).toThrow(ImagePlanError);
    expect(await made(process)).toBe("400");
  });

  test("are made without a signature in the sizes and format that pages request, and in no others", async () => {
    const unsigned = async (process: string) =>
      (await ask(`/oss/content/202603/photo.jpg?x-oss-process=${encodeURIComponent(process)}`)).status;
    for (const width of PICTURE_WIDTHS)
      expect(await unsigned(`image/resize,w_${width}/format,webp`), `${width}`).toBe(200);
    // Rounded up to a supported size.
    expect(await unsigned("image/resize,w_200/format,webp")).toBe(200);
    expect(await unsigned("image/resize,w_80/format,avif")).toBe(200);
    for (const process of [
      "image/resize,w_80",
      "image/format,avif",
      "image/format,webp",
      "image/resize,w_80/quality,q_90/format,webp",
      "image/resize,m_fill,w_80,h_80/format,webp",
      "image/resize,w_80,limit_0/format,webp",
      "image/resize,h_80/format,webp",
      "image/resize,l_80/format,webp",
      "image/resize,w_80/format,webp/auto-orient,0",
    ]) {
      expect(await unsigned(process), process).toBe(403);
    }
  });

  test("are refused for broken, enormous and unsuitable sources; SVG stays as it is", async () => {
    expect(await made("image/resize,w_40", "content/202603/broken.png")).toBe("400");
    expect(await made("image/resize,m_mfit,w_1920,limit_0", "content/202603/thin.png")).toBe("400");
    const { url } = await store.presignGet("report/202603/r.pdf", { seconds: 60 });
    expect((await ask(`${url}&x-oss-process=image/resize,w_40`)).status).toBe(403);
    const svg = await ask("/oss/content/202603/d.svg?x-oss-process=image/resize,w_40");
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    expect(svg.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  });

  test("are made once for many concurrent requests, and cached on disk", async () => {
    const count = async () => (await readdir(join(folder, "image-cache"), { recursive: true })).length;
    await made("image/resize,w_80");
    const before = await count();
    await Promise.all(Array.from({ length: 30 }, () => made("image/resize,w_961/format,webp")));
    expect((await count()) - before).toBeLessThanOrEqual(2);
    const all = await Promise.all([1281, 1500, 1919, 1920].map((w) => made(`image/resize,w_${w},limit_0`)));
    expect(new Set(all)).toEqual(new Set(["jpeg 1920x1280"]));
  });

  test("become smaller AVIF once requested often; animations stay WebP", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `<path d="M${at * 9} 0L${600 - at * 7} 400" stroke="hsl(${at * 6} 70% 50%)"/>`,
    );
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" fill="none" stroke-width="3">${lines.join("")}</svg>`;
    await store.put("content/202603/lines.png", await sharp(Buffer.from(drawing)).png().toBuffer(), "image/png");
    const url = "/oss/content/202603/lines.png?x-oss-process=image/resize,w_320/format,avif";
    const bytes = async () => Buffer.from(await (await ask(url)).arrayBuffer());
    const first = await bytes();
    expect(looksLike("image/avif", first)).toBe(true);
    await expect.poll(async () => (await bytes()).length).toBeLessThan(first.length);

    const frame = (background: string) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(["red", "blue"].map(frame));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    await store.put("content/202603/moving.webp", moving, "image/webp");
    const kept = await ask("/oss/content/202603/moving.webp?x-oss-process=image/resize,w_40/format,avif");
    expect(kept.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(Buffer.from(await kept.arrayBuffer())).metadata()).toMatchObject({ pages: 2, width: 40 });
  });

  test("the gate lets two run and refuses the crowd", async () => {
    const gate = createGate(2, 1);
    let most = 0;
    let inside = 0;
    const task = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    const ends = await Promise.allSettled([gate(task), gate(task), gate(task), gate(task)]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    expect(most).toBe(2);
    await gate(task);
  });

  test("are measured; what is no picture has no size", async () => {
    expect(await measureImage(png)).toMatchObject({ contentType: "image/png", width: 300, height: 200 });
    expect(await measureImage(Buffer.from("no picture"))).toBeNull();
  });
});

test("an object can be read after it was written, and is gone after it was removed", async () => {
  const key = "demo/again.png";
  await store.put(key, png, "image/png");
  await store.put(key, await draw(40, 40).png().toBuffer(), "image/png");
  expect((await measureImage((await store.get(key))?.bytes ?? png))?.width).toBe(40);
  await store.remove(key);
  await store.remove(key);
  expect(await store.get(key)).toBeNull();
  await expect(store.put("content/../x.png", png, "image/png")).rejects.toThrow();
  await expect(store.put("content/x.png", png, "image/jpeg")).rejects.toThrow();
});

describe("a bucket", () => {
  const config = {
    kind: "s3" as const,
    bucket: "shequ",
    region: "us-east-1",
    accessKey: "AK",
    secretKey: "SK",
    publicUrl: "https://cdn.example/shequ",
  };

  test("is written, read and emptied by signed requests", async () => {
    const objects = new Map<string, Buffer>();
    const server = createServer(async (request, response) => {
      const key = new URL(request.url ?? "", "http://x").pathname;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const signed = /^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/us-east-1\/s3\/aws4_request/;
      if (!signed.test(request.headers.authorization ?? "")) return response.writeHead(403).end();
      if (request.method === "PUT") objects.set(key, Buffer.concat(chunks));
      if (request.method === "DELETE") objects.delete(key);
      if (request.method === "GET" && !objects.has(key)) return response.writeHead(404).end();
      response.end(request.method === "GET" ? objects.get(key) : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bucket = createS3Store({ ...config, endpoint }, () => new Date());
    await bucket.put("content/202603/图.png", png, "image/png");
    expect([...objects.keys()]).toEqual(["/shequ/content/202603/%E5%9B%BE.png"]);
    expect(Buffer.from((await bucket.get("content/202603/图.png"))?.bytes ?? [])).toEqual(png);
    await bucket.remove("content/202603/图.png");
    expect(await bucket.get("content/202603/图.png")).toBeNull();
    server.close();
  });

  test("is listed completely from a server with short pages that ignores the requested name encoding", async () => {
    const keys = ["content/202603/a+b.png", "content/202603/c.png", "content/202603/d%20e.png"];
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      const left = keys.filter((key) => key > (searchParams.get("start-after") ?? ""));
      const entry = `<Contents><Key>${left[0]}</Key><LastModified>2026-03-01T08:00:00Z</LastModified><Size>1</Size></Contents>`;
      response.end(`<ListBucketResult>${entry}<IsTruncated>${left.length > 1}</IsTruncated></ListBucketResult>`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bucket = createS3Store({ ...config, endpoint }, () => now);
    expect((await bucket.list("", 10)).map(({ key }) => key)).toEqual(keys);
    expect((await bucket.list("", 2)).map(({ key }) => key)).toEqual(keys.slice(0, 2));
    server.close();
  });

  test("signs uploads with type and length by AWS signature version 4", async () => {
    const at = new Date("2026-03-01T08:00:00Z");
    const bucket = createS3Store({ ...config, endpoint: "https://s3.example" }, () => at);
    const { url, headers } = await bucket.presignPut("content/202603/a.png", {
      contentType: "image/png",
      bytes: 12,
      seconds: 300,
    });
    expect(headers).toEqual({ "content-type": "image/png" });
    const { host, pathname, searchParams } = new URL(url);
    const signature = searchParams.get("X-Amz-Signature");
    searchParams.delete("X-Amz-Signature");
    searchParams.sort();
    const scope = "20260301/us-east-1/s3/aws4_request";
    const canonical = [
      ...["PUT", pathname, searchParams.toString()],
      ...["content-length:12", "content-type:image/png", `host:${host}`, "", "content-length;content-type;host"],
      "UNSIGNED-PAYLOAD",
    ].join("\n");
    const hash = createHash("sha256").update(canonical).digest("hex");
    const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
    const key = scope.split("/").reduce(hmac, Buffer.from("AWS4SK"));
    expect(signature).toBe(hmac(key, `AWS4-HMAC-SHA256\n20260301T080000Z\n${scope}\n${hash}`).toString("hex"));
  });

  test("has its own public URLs, and Aliyun's have the bucket in the host", async () => {
    const bucket = createS3Store({ ...config, endpoint: "https://oss-cn-hangzhou.aliyuncs.com" }, () => now);
    expect(bucket.publicUrl("content/图.png")).toBe("https://cdn.example/shequ/content/%E5%9B%BE.png");
    const { url } = await bucket.presignGet("report/a.pdf", { seconds: 60, downloadName: "报告.pdf" });
    expect(url).toMatch(/^https:\/\/shequ\.oss-cn-hangzhou\.aliyuncs\.com\/report\/a\.pdf\?/);
    expect(url).toContain("response-content-disposition=attachment");
  });

  test("redirects from the URLs of public files that were in a folder, and from no others", async () => {
    const bucket = createS3Store({ ...config, endpoint: "https://s3.example" }, () => now);
    const asked = async (path: string, method = "GET") => {
      const { status, headers } = await bucket.serve(new Request(`${ORIGIN}/oss/${path}`, { method }));
      return [status, headers.get("location")];
    };
    const at = "https://cdn.example/shequ/content/202603/a.png";
    expect(await asked("content/202603/a.png")).toEqual([302, at]);
    const made = "x-oss-process=image%2Fresize%2Cw_480%2Fformat%2Cwebp";
    expect(await asked(`content/202603/a.png?${made}&x=1`, "HEAD")).toEqual([302, `${at}?${made}`]);
    expect(await asked("zhiku/202603/a.pdf")).toEqual([404, null]);
    expect(await asked("content/..%2f..%2fsecret.png")).toEqual([404, null]);
    expect(await asked("content/202603/a.png", "PUT")).toEqual([405, null]);
  });
});
