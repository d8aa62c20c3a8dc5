import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createGate } from "#upstream/services/storage/gate";
import { measureImage } from "#upstream/services/storage/measure-image";

let upstream: TestUpstream;
let member: number;
/** An AVIF of some hundred bytes that takes half a gigabyte to decode, and one as large as a picture may be. */
let avif: { large: Buffer; allowed: Buffer };

const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "#7aa" } });

beforeAll(async () => {
  upstream = await createTestUpstream();
  member = await upstream.addUser("甲", "8613800000001");
  avif = {
    large: await flat(5200).avif({ effort: 0 }).toBuffer(),
    allowed: await flat(400).avif({ effort: 0 }).toBuffer(),
  };
});
afterAll(() => upstream.close());

test("an AVIF of more pixels than we make ourselves is refused by its header, wherever it comes from", async () => {
  expect(await measureImage(avif.allowed)).toMatchObject({ contentType: "image/avif", width: 400 });
  expect(await measureImage(avif.large)).toBeNull();

  const body = { fileName: "a.avif", contentType: "image/avif", bytes: avif.large.length, purpose: "form" } as const;
  const { key, uploadUrl, headers } = await upstream.call(ossApi.uploadUrl, { body });
  const sent = { ...headers, "content-length": String(avif.large.length) };
  await upstream.program.fetch(
    new Request(uploadUrl, { method: "PUT", headers: sent, body: new Uint8Array(avif.large) }),
  );
  await expect(upstream.call(uploadApi.confirm, { body: { key } })).rejects.toThrow("UPLOAD_REJECTED");

  upstream.services.guardedFetch = async (url) => ({ bytes: avif.large, contentType: "image/avif", url });
  const remote = upstream.call(uploadApi.remote, { body: { url: "https://example.com/a.avif" } }, { as: member });
  await expect(remote).rejects.toThrow("UPLOAD_REJECTED");
});

test("few remote pictures are fetched at once, and none is lost", async () => {
  let fetching = 0;
  let most = 0;
  upstream.services.guardedFetch = async (url) => {
    fetching += 1;
    most = Math.max(most, fetching);
    await new Promise((resolve) => setImmediate(resolve));
    fetching -= 1;
    return { bytes: avif.allowed, contentType: "image/avif", url };
  };
  const urls = Array.from({ length: 8 }, (_, number) => `https://example.com/${number}.avif`);
  const copied = await Promise.all(
    urls.map((url) => upstream.call(uploadApi.remote, { body: { url } }, { as: member })),
  );
  expect(copied.map(({ width }) => width)).toEqual(urls.map(() => 400));
  expect(most).toBeLessThanOrEqual(4);
});

test("heavy tasks run alone, light ones together, and all in order", async () => {
  const gate = createGate(4, 10);
  const running = new Set<string>();
  const seen: string[] = [];
  const run = (name: string, weight: number) =>
    gate(async () => {
      running.add(name);
      seen.push([...running].join(""));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.delete(name);
    }, weight);
  await Promise.all([run("a", 2), run("b", 2), run("c", 9), run("d", 1), run("e", 1)]);
  expect(seen).toEqual(["a", "ab", "c", "d", "de"]);
});
