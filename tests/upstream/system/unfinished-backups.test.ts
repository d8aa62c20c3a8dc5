import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { readUpstreamConfig } from "#upstream/config";
import { copyBeside, readBeside } from "#upstream/jobs/backup/files-beside";
import { removeLeftFiles } from "#upstream/jobs/remove-left-files";
import { backUpHourly, createJobRunner } from "#upstream/jobs/run-jobs";
import { TASKS } from "#upstream/jobs/tasks";
import { createFolderPlace } from "#upstream/services/backup-place/folder-place";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let folder: string;
let bucket: S3Server;
let now: Date;
let upstream: TestUpstream;

const dataDir = () => join(folder, "data");
const archives = () => readdirSync(dataDir()).filter((name) => /^\.(?:shequ|export)-/.test(name));

async function open(settings: Record<string, string>): Promise<void> {
  const { backups } = readUpstreamConfig({ DATA_DIR: dataDir(), ...settings });
  upstream = await createTestUpstream({ clock: () => now, config: { dataDir: dataDir(), backups } });
}

const bucketSettings = () =>
  Object.fromEntries(Object.entries(bucket.settings).map(([name, value]) => [`BACKUP_${name}`, value]));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-unfinished-"));
  mkdirSync(dataDir());
  bucket = await startS3("shequ-backups");
  now = new Date("2026-11-20T08:00:00.000Z");
});
afterEach(async () => {
  await upstream?.close();
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an archive that the bucket did not take does not stay on the disk, nor is the next one made at once", async () => {
  await open(bucketSettings());
  bucket.objects.set = () => {
    throw new Error("the bucket is full");
  };
  const { services } = upstream;
  const runner = createJobRunner(services);
  await backUpHourly(services);
  expect(await runner.runNext()).toMatchObject({ state: "failed" });
  expect(archives()).toEqual([]);
  await expect(TASKS.export(services, { dryRun: false, progress: async () => {} })).rejects.toThrow();
  expect(archives()).toEqual([]);
  now = new Date(now.getTime() + 2 * MINUTE);
  await backUpHourly(services);
  expect(await runner.runNext()).toBeNull();
  now = new Date(now.getTime() + HOUR);
  await backUpHourly(services);
  expect(await runner.runNext()).toMatchObject({ job: { kind: "backup" } });
});

test("what killed processes have left of backups is removed after a day, and nothing else", async () => {
  const backups = join(folder, "backups");
  await open({ BACKUP_DIR: backups });
  const left = [
    join(dataDir(), ".shequ-20261118T080000Z.tar"),
    join(dataDir(), ".export-20261118T080000Z.tar.part"),
    join(backups, ".shequ-20261118T080000Z.tar.part"),
    join(backups, ".base-1234.part"),
    join(backups, ".file-0b2f9f0e-3b0e-4f4e-9d1e-8d8f7a6b5c4d.part"),
    join(backups, "files", "content", "202611", ".file-0b2f9f0e-3b0e-4f4e-9d1e-8d8f7a6b5c4d.part"),
    join(backups, "minutes", "shequ-20261118T080000Z-abcd", ".file-1234.part"),
  ];
  const kept = [
    join(dataDir(), "shequ.db"),
    join(dataDir(), ".shequ-notes"),
    join(backups, "shequ-20261118T080000Z.tar"),
    join(backups, "before.tar.part"),
    join(backups, "files", "content", "202611", "a.webp~0~0"),
  ];
  for (const file of [...left, ...kept]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    utimesSync(file, now, now);
  }
  now = new Date(now.getTime() + DAY - MINUTE);
  expect(await removeLeftFiles(upstream.services), "it may still be written").toBe(0);
  now = new Date(now.getTime() + 2 * MINUTE);
  expect(await removeLeftFiles(upstream.services)).toBe(left.length);
  expect(left.filter((file) => existsSync(file))).toEqual([]);
  expect(kept.filter((file) => !existsSync(file))).toEqual([]);
});

test("the hourly and the minute copies of one process store different files, or the same one, at the same time", async () => {
  await open({});
  const { objects } = upstream.services;
  const place = createFolderPlace(join(folder, "backups"));
  mkdirSync(join(folder, "backups"));
  const keys = Array.from({ length: 12 }, (_, at) => `content/202611/${at}.webp`);
  for (const [at, key] of keys.entries()) await objects.put(key, new Uint8Array(300_000).fill(at), "image/webp");
  const copied = await Promise.all([...keys, ...keys].map((key) => copyBeside({ objects, place, secret: "" }, key)));
  for (const file of copied) {
    if (!file) throw new Error("nothing was copied");
    for await (const _ of readBeside(place, file, ""));
  }
  expect(await place.list("files/")).toHaveLength(keys.length);
  expect(readdirSync(join(folder, "backups"))).toEqual(["files"]);
});
