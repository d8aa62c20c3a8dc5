import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { sweep } from "#upstream/jobs/sweep";
import { expireUploads } from "#upstream/modules/upload/expire";
import { incomingKey, UPLOAD_MEGABYTES_PER_DAY } from "#upstream/modules/upload/rules";

const HOUR = 60 * 60 * 1000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝");
  bob = await upstream.addUser("鲍勃");
});
afterAll(() => upstream.close());
beforeEach(() => {
  now = new Date(now.getTime() + 25 * HOUR);
});

type Purpose = "avatar" | "cover" | "content" | "form" | "attachment";
type Options = { purpose?: Purpose; contentType?: string; as?: number };

const announce = (bytes: number, { purpose = "content", contentType = "image/jpeg", as = alice }: Options = {}) =>
  upstream.call(ossApi.authUploadUrl, { body: { fileName: "照片.jpg", contentType, bytes, purpose } }, { as });
const put = (target: { uploadUrl: string; headers: Record<string, string> }, body: Uint8Array) =>
  upstream.program.fetch(
    new Request(target.uploadUrl, {
      method: "PUT",
      headers: { ...target.headers, "content-length": String(body.byteLength) },
      body: new Uint8Array(body),
    }),
  );
const confirm = (key: string, as = alice) => upstream.call(uploadApi.confirm, { body: { key } }, { as });
const read = (url: string) => upstream.program.fetch(new Request(new URL(url, "http://upstream.test")));

/** A picture with a phone's metadata: location, device, orientation. */
const photo = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: "#7aa" } })
    .withExif({ IFD0: { Make: "SecretPhone", Copyright: "x" }, IFD3: { GPSLatitude: "39/1 54/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

async function upload(bytes: Uint8Array, options: Options = {}) {
  const target = await announce(bytes.byteLength, options);
  expect((await put(target, bytes)).status).toBe(200);
  return target;
}

describe("a picture", () => {
  it("is readable once confirmed: upright, and without the camera's metadata", async () => {
    const original = await photo();
    expect((await sharp(original).metadata()).exif?.toString("latin1")).toContain("SecretPhone");
    const target = await upload(original);
    expect(target.key).toMatch(/^content\/202\d{3}\/[0-9a-f]{32}\.jpg$/);
    expect((await read(target.url)).status).toBe(404);
    await expect(confirm(target.key, bob)).rejects.toThrow("FORBIDDEN");
    await expect(upstream.call(uploadApi.confirm, { body: { key: target.key } })).rejects.toThrow("FORBIDDEN");
    const [confirmed, again] = await Promise.all([confirm(target.key), confirm(target.key)]);
    expect(again).toEqual(confirmed);
    expect(confirmed).toMatchObject({ url: target.url, width: 40, height: 80, fileName: "照片.jpg" });
    const stored = Buffer.from(await (await read(target.url)).arrayBuffer());
    expect(stored.byteLength).toBe(confirmed.bytes);
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 40, height: 80 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation ?? 1).toBe(1);
    // The text that shows it gets its size.
    expect((await upstream.services.markdown.render(`![图](${target.url})`)).html).toContain('width="40" height="80"');
  });

  it("is confirmed once, whenever a second confirmation arrives", async () => {
    const target = await upload(await photo());
    const { objects } = upstream.services;
    const { remove } = objects;
    let second: Promise<unknown> | undefined;
    objects.remove = async (key) => {
      await remove.call(objects, key);
      second ??= confirm(target.key);
      await second.catch(() => {});
    };
    try {
      const first = await confirm(target.key);
      expect(await second).toEqual(first);
    } finally {
      objects.remove = remove;
    }
  });

  it("of a person is cropped to a square", async () => {
    const target = await upload(await photo(), { purpose: "avatar" });
    expect(await confirm(target.key)).toMatchObject({ width: 512, height: 512 });
  });

  it.each(["png", "webp", "gif", "avif"] as const)("may be %s", async (format) => {
    const bytes = await sharp({ create: { width: 9, height: 7, channels: 3, background: "#123" } })
      .toFormat(format)
      .toBuffer();
    const target = await upload(bytes, { contentType: `image/${format}` });
    expect(await confirm(target.key)).toMatchObject({ width: 9, height: 7, contentType: `image/${format}` });
    expect((await read(target.url)).headers.get("content-type")).toBe(`image/${format}`);
  });

  it("is refused if the file is no picture", async () => {
    const jpeg = await photo();
    const broken = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.alloc(50)]);
    const page = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("<script>alert(1)</script>")]);
    const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" } })
      .jpeg()
      .toBuffer();
    for (const bytes of [broken, page, huge]) {
      const target = await upload(bytes);
      await expect(confirm(target.key)).rejects.toThrow("UPLOAD_REJECTED");
      expect((await read(target.url)).status).toBe(404);
      await expect(confirm(target.key)).rejects.toThrow("NOT_FOUND");
    }
  });
});

describe("an upload", () => {
  it("is checked once, however many ask at once, and its URL takes no second file once the first is refused", async () => {
    const { objects } = upstream.services;
    const target = await upload(await photo());
    const { get } = objects;
    let read = 0;
    objects.get = (key) => {
      read += 1;
      return get.call(objects, key);
    };
    const confirmed = await Promise.all([confirm(target.key), confirm(target.key), confirm(target.key)]);
    objects.get = get;
    expect(confirmed[1]).toEqual(confirmed[0]);
    expect(read).toBe(1);

    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    for (const [contentType, head] of [
      ["image/jpeg", [0xff, 0xd8, 0xff]],
      [docx, [0x50, 0x4b, 3, 4]],
    ] as const) {
      const bad = Buffer.concat([Buffer.from(head), Buffer.alloc(100)]);
      const again = await upload(bad, { purpose: "form", contentType });
      await expect(confirm(again.key)).rejects.toThrow("UPLOAD_REJECTED");
      expect((await put(again, bad)).status).toBe(200);
      await expect(confirm(again.key)).rejects.toThrow("NOT_FOUND");
    }
  });

  it("must be of an allowed type and size, and of a purpose that members have", async () => {
    const fields = async (bytes: number, options: Options) =>
      announce(bytes, options).then(
        () => null,
        (error) => Object.keys(error.data.fields),
      );
    expect(await fields(100, { contentType: "image/svg+xml" })).toEqual(["contentType"]);
    expect(await fields(100, { contentType: "text/html", purpose: "form" })).toEqual(["contentType"]);
    expect(await fields(100, { contentType: "application/pdf" })).toEqual(["contentType"]);
    expect(await fields(100, { contentType: "application/pdf", purpose: "form" })).toBeNull();
    expect(await fields(100, { purpose: "attachment" })).toEqual(["purpose"]);
    expect(await fields(10 * 1024 * 1024, {})).toBeNull();
    expect(await fields(10 * 1024 * 1024 + 1, {})).toEqual(["bytes"]);
  });

  it("by anonymous visitors is for forms alone, and limited", async () => {
    const body = { fileName: "简历.pdf", contentType: "application/pdf", bytes: 20 };
    const ask = (purpose: Purpose) => upstream.call(ossApi.uploadUrl, { body: { ...body, purpose } });
    await expect(ask("content")).rejects.toMatchObject({ data: { fields: { purpose: expect.any(String) } } });
    const target = await ask("form");
    const pdf = Buffer.from("%PDF-1.7\n0123456789\n".slice(0, 20));
    expect((await put(target, pdf)).status).toBe(200);
    const confirmed = Array.from({ length: 4 }, () => upstream.call(uploadApi.confirm, { body: { key: target.key } }));
    for (const one of await Promise.all(confirmed)) expect(one).toMatchObject({ bytes: 20, width: 0 });
    // Files of submissions can be read only by the operator.
    expect((await read(target.url)).status).toBe(403);
    for (let times = 1; times < 5; times += 1) await ask("form");
    await expect(ask("form")).rejects.toThrow("RATE_LIMITED");
  });

  it("counts against the daily quota", async () => {
    const tenMegabytes = 10 * 1024 * 1024;
    for (let used = 0; used + tenMegabytes <= UPLOAD_MEGABYTES_PER_DAY * 1024 * 1024; used += tenMegabytes) {
      await announce(tenMegabytes, { as: bob });
      now = new Date(now.getTime() + 60_000);
    }
    await expect(announce(1, { as: bob })).rejects.toThrow("UPLOAD_REJECTED");
    // As does a file for a form, which others may send as well.
    const body = { fileName: "照片.jpg", contentType: "image/jpeg", bytes: 1, purpose: "form" } as const;
    await expect(upstream.call(ossApi.uploadUrl, { body }, { as: bob })).rejects.toThrow("UPLOAD_REJECTED");
    await announce(1, { as: alice });
    now = new Date(now.getTime() + 24 * HOUR);
    await announce(1, { as: bob });
  });

  it("that nobody confirms is deleted after two hours", async () => {
    const target = await upload(await photo());
    const kept = await upload(await photo());
    await confirm(kept.key);
    now = new Date(now.getTime() + HOUR);
    await sweep(upstream.services);
    // A large file may take an hour.
    expect(await upstream.services.objects.get(incomingKey(target.key))).not.toBeNull();
    now = new Date(now.getTime() + HOUR);
    await sweep(upstream.services);
    expect(await upstream.services.objects.get(incomingKey(target.key))).toBeNull();
    await expect(confirm(target.key)).rejects.toThrow("NOT_FOUND");
    expect((await read(kept.url)).status).toBe(200);
  });

  it("that expires while it is confirmed is refused, and leaves no file", async () => {
    const { objects } = upstream.services;
    const target = await upload(await photo());
    now = new Date(now.getTime() + 2 * HOUR);
    const { put: store } = objects;
    objects.put = async (...file) => {
      await expireUploads(upstream.services);
      await store.apply(objects, file);
    };
    await expect(confirm(target.key)).rejects.toThrow("NOT_FOUND: 这次上传已经过期了，请重新上传");
    objects.put = store;
    expect(await objects.sizeOf(target.key)).toBeNull();
    expect(await objects.sizeOf(incomingKey(target.key))).toBeNull();
  });
});

it("a store that fails keeps nothing else from being cleaned up, and the job is seen to fail", async () => {
  const { services } = upstream;
  await announce(1);
  const person = {
    provider: "wechat",
    subject: "微信",
    nickname: "爱丽丝",
    user_id: alice,
    picture: "https://example.com/a.png",
  } as const;
  await services.db
    .insertInto("identities")
    .values({ ...person, created_at: now.toISOString() })
    .execute();
  now = new Date(now.getTime() + 31 * 24 * HOUR);
  const remove = vi.spyOn(services.objects, "remove").mockRejectedValue(new Error("down"));
  await expect(sweep(services)).rejects.toThrow("down");
  remove.mockRestore();
  const { picture } = await services.db.selectFrom("identities").select("picture").executeTakeFirstOrThrow();
  expect(picture).toBe("");
});

it("an upload that the disk does not take fails with a line in the log, and is repeated once it does", async () => {
  const { services } = upstream;
  const bytes = await photo();
  const target = await announce(bytes.byteLength);
  const { serve } = services.objects;
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  services.objects.serve = () => Promise.reject(new Error("ENOSPC: no space left on device"));
  const failed = await put(target, bytes);
  const lines = written.mock.calls.join("");
  written.mockRestore();
  services.objects.serve = serve;
  expect([failed.status, await failed.text()]).toEqual([500, "InternalError\n"]);
  expect(JSON.parse(lines)).toMatchObject({ event: "call_failed", error: expect.stringContaining("ENOSPC") });
  expect(JSON.parse(lines).call).toBe(`PUT ${new URL(target.uploadUrl).pathname}`);
  expect((await put(target, bytes)).status).toBe(200);
  expect(await confirm(target.key)).toMatchObject({ url: target.url });
});
