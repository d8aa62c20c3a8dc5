import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { createBucketPlace } from "#upstream/services/backup-place/bucket-place";

const PUT_MAX = 1_000_000;
const LARGE = 2_500_000;

let folder: string;
let bucket: S3Server;
let place: BackupPlace;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-large-"));
  bucket = await startS3("shequ-backups", { putMax: PUT_MAX });
  const { S3_ENDPOINT = "", S3_BUCKET = "", S3_REGION = "", S3_ACCESS_KEY = "", S3_SECRET_KEY = "" } = bucket.settings;
  const config = { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION };
  const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
  place = createBucketPlace({ ...config, ...keys }, folder, { wholeMax: PUT_MAX, partBytes: 400_000 });
});
afterEach(() => {
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* bytes(count: number) {
  for (let at = 0; at < count; at += 30_000) {
    yield Uint8Array.from({ length: Math.min(30_000, count - at) }, (_, of) => (at + of * 7) % 251);
  }
}

test("a file that is too large for one request is stored in parts", async () => {
  await place.put("large ü.tar", bytes(LARGE), LARGE);
  await place.put("small.tar", bytes(PUT_MAX), PUT_MAX);
  const sizes = (await place.list("")).map((file) => [file.name, file.bytes]);
  expect(sizes).toEqual([
    ["large ü.tar", LARGE],
    ["small.tar", PUT_MAX],
  ]);
  const [written, read] = [bytes(LARGE), (await place.open("large ü.tar")) ?? []].map(async (body) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  expect(Buffer.compare((await read) ?? Buffer.of(), (await written) ?? Buffer.of())).toBe(0);
  expect(bucket.unfinished.size).toBe(0);
});

test("a part whose connection is dropped is sent again", async () => {
  const dropped: string[] = [];
  bucket.dropIf((request) => {
    const isFirst = /^PUT .*partNumber=[35]&/.test(request) && !dropped.includes(request);
    if (isFirst) dropped.push(request);
    return isFirst;
  });
  await place.put("large.tar", bytes(LARGE), LARGE);
  expect(dropped).toHaveLength(2);
  const parts: Uint8Array[] = [];
  for await (const part of bytes(LARGE)) parts.push(part);
  expect(bucket.objects.get("large.tar")?.bytes.equals(Buffer.concat(parts))).toBe(true);
});

test("nothing remains of one that ends early, or can't be read", async () => {
  await expect(place.put("large.tar", bytes(LARGE - 1), LARGE)).rejects.toThrow(/2499999/);
  const broken = async function* () {
    yield* bytes(LARGE / 2);
    throw new Error("the disk is broken");
  };
  await expect(place.put("large.tar", broken(), LARGE)).rejects.toThrow("the disk is broken");
  expect(await place.list("")).toEqual([]);
  expect(bucket.unfinished.size).toBe(0);
});
