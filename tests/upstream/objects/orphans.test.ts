import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "#tests/programs/run";
import { serveFetch } from "#tests/server/fetch-server";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { sweep } from "#upstream/jobs/sweep";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { createLocalStore } from "#upstream/services/storage/local-store";
import { newObjectKey } from "#upstream/services/storage/object-key";
import { createS3Store } from "#upstream/services/storage/s3-store";

const HOUR = 3_600_000;
const now = new Date("2026-05-01T00:00:00Z");
const folder = newFolder();
const objects = createLocalStore({ folder, publicOrigin: "http://127.0.0.1", secretKey: "k".repeat(32) }, () => now);
let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(() => upstream.close());

/** Stores a file of this age; its row, if there is one, has the same age. */
async function put(key: string, age: number, row?: { confirmed: 0 | 1 }): Promise<string> {
  await objects.put(key, new Uint8Array([1]), "image/png");
  const at = new Date(now.getTime() - age);
  utimesSync(join(folder, "objects", key), at, at);
  if (row) {
    const created = { owner_id: null, file_name: "图.png", content_type: "image/png", bytes: 1 };
    await upstream.services.db
      .insertInto("objects")
      .values({ key, ...created, ...row, created_at: at.toISOString() })
      .execute();
  }
  return key;
}
const newKey = (kind: string) => newObjectKey(kind, "png", now);
const isThere = async (key: string) => (await objects.get(key)) !== null;
const services = () => ({ ...upstream.services, objects });

test("files without a record are deleted after a day, and no others, however the listing is paged", async () => {
  const gone = [
    await put(newKey("content"), 25 * HOUR),
    await put(newKey("avatar"), 100 * HOUR),
    await put(newKey("upload"), 25 * HOUR),
    ...(await Promise.all(Array.from({ length: 1_100 }, () => put(newKey("form"), 48 * HOUR)))),
  ];
  const kept = [
    // Upload in progress.
    await put(newKey("content"), 23 * HOUR),
    await put(newKey("upload"), 2 * HOUR),
    // Has a row.
    await put(newKey("content"), 100 * HOUR, { confirmed: 1 }),
    await put(newKey("cover"), 25 * HOUR, { confirmed: 1 }),
    // Referenced by other tables than that of uploads.
    await put("zhiku/demo/0123456789abcdef0123456789abcdef.png", 100 * HOUR),
    await put("content/import/0123456789abcdef0123456789abcdef.png", 100 * HOUR),
    await put("report/202601/0123456789abcdef0123456789abcdef.png", 100 * HOUR),
  ];
  const incoming = join(folder, "objects", ".incoming");
  mkdirSync(incoming, { recursive: true });
  for (const [name, age] of [
    ["old", 25 * HOUR],
    ["new", HOUR],
  ] as const) {
    writeFileSync(join(incoming, name), "half");
    const at = new Date(now.getTime() - age);
    utimesSync(join(incoming, name), at, at);
  }

  const removeOrphans = createOrphanRemover(600);
  let removed = 0;
  // Bounded: a run checks a limited number, and the next continues there.
  expect(await removeOrphans(services())).toBeLessThanOrEqual(1_001);
  for (let run = 0; run < 3; run += 1) removed += await removeOrphans(services());
  expect(removed).toBeGreaterThan(0);
  for (const key of gone) expect(await isThere(key), key).toBe(false);
  for (const key of kept) expect(await isThere(key), key).toBe(true);
  expect(await objects.removeUnfinished(new Date(now.getTime() + HOUR))).toBe(1);
});

test("a file that was uploaded but never confirmed is deleted together with its row", async () => {
  const half = await put(newKey("content"), 2 * HOUR, { confirmed: 0 });
  const whole = await put(newKey("content"), 2 * HOUR, { confirmed: 1 });
  await sweep(services());
  expect([await isThere(half), await isThere(whole)]).toEqual([false, true]);
});

describe("listings", () => {
  test("of a folder are sorted by key, without repeats, from any start", async () => {
    const all = await objects.list("", 10_000);
    const keys = all.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    const paged: string[] = [];
    for (let after = ""; ; ) {
      const page = await objects.list(after, 2);
      paged.push(...page.map(({ key }) => key));
      if (page.length < 2) break;
      after = page.at(-1)?.key ?? "";
    }
    expect(paged).toEqual(keys);
  });

  test("of a bucket are fetched page by page, with times", async () => {
    const asked: URLSearchParams[] = [];
    const bucket = await serveFetch(async (request) => {
      asked.push(new URL(request.url).searchParams);
      return new Response(
        `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>
          <Contents><Key>content/202601/a%2Bb.png</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>4</Size></Contents>
          <Contents><Key>content/202601/%E5%9B%BE+1.png</Key><LastModified>2026-01-03T00:00:00.000Z</LastModified><Size>12</Size></Contents>
        </ListBucketResult>`,
        { headers: { "content-type": "application/xml" } },
      );
    }, "http://bucket.test");
    const store = createS3Store(
      { endpoint: bucket.url, bucket: "b", region: "r", accessKey: "a", secretKey: "s", publicUrl: "" },
      () => now,
    );
    expect(await store.list("avatar/x.png", 500)).toEqual([
      { key: "content/202601/a+b.png", bytes: 4, modified: new Date("2026-01-02T03:04:05Z") },
      { key: "content/202601/图 1.png", bytes: 12, modified: new Date("2026-01-03T00:00:00Z") },
    ]);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      "list-type": "2",
      "max-keys": "500",
      "start-after": "avatar/x.png",
    });
    await bucket.close();
  });
});
