import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { readUpstreamConfig } from "#upstream/config";
import { backupsIn } from "#upstream/jobs/backup/backups";
import { readList } from "#upstream/jobs/backup/files-beside";
import { createMinuteCopies } from "#upstream/jobs/backup/minute-copies";
import { openedFiles } from "#upstream/jobs/backup/opened-files";
import { restoreNewestMinute } from "#upstream/jobs/backup/restore-backup";
import { archiveIn, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { backUpHourly, createJobRunner } from "#upstream/jobs/run-jobs";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { seal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

const HOUR = 3_600_000;
const [OLD, NEW] = ["r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa", "c3Vt8nW1kX6zQ9rM4bH7yD2fL5sJ0gPe"] as const;
const KEYS = ["content/202611/a.webp", "content/202611/b.webp"];

let folder: string;
let now: Date;
let upstream: TestUpstream;
let place: BackupPlace;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-key-"));
  now = new Date("2026-11-20T08:00:00.000Z");
  const dataDir = join(folder, "data");
  const { backups } = readUpstreamConfig({ DATA_DIR: dataDir, BACKUP_DIR: join(folder, "backups") });
  upstream = await createTestUpstream({
    clock: () => now,
    config: {
      dataDir,
      backups,
      ...(PG_SERVER ? {} : { database: { kind: "sqlite", file: join(dataDir, "shequ.db") } }),
    },
  });
  place = backupPlaceOf(upstream.services.config) as BackupPlace;
  for (const key of KEYS) {
    await upstream.services.objects.put(key, new Uint8Array(100_000).fill(7), "image/webp");
    await upstream.services.db
      .insertInto("objects")
      .values({
        key,
        owner_id: null,
        file_name: "",
        content_type: "image/webp",
        bytes: 100_000,
        confirmed: 1,
        created_at: now.toISOString(),
      })
      .execute();
  }
});
afterEach(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The site, restarted with another BACKUP_KEY. */
const withKey = (backupKey: string) => ({ ...upstream.services, config: { ...upstream.services.config, backupKey } });

async function backUp(key: string): Promise<{ name: string; problems: readonly string[] }> {
  now = new Date(now.getTime() + HOUR);
  await backUpHourly(withKey(key));
  const ended = await createJobRunner(withKey(key)).runNext();
  expect(ended?.state, ended?.result.message).toBe("done");
  return { name: ended?.result.file ?? "", problems: ended?.result.problems ?? [] };
}

const verify = (name: string, key: string) => verifyBackup(archiveIn(place, name, key));
const whole = expect.objectContaining({ files: KEYS.length, problems: [] });
const beside = async () => (await place.list("files/")).map(({ name }) => name);

test.each([
  ["changed", OLD, NEW],
  ["set", "", NEW],
  ["removed", OLD, ""],
])("after BACKUP_KEY was %s, each backup can be restored with the key it was made with", async (_, before, after) => {
  const first = await backUp(before);
  const second = await backUp(after);
  const third = await backUp(after);
  expect(await verify(first.name, before)).toEqual(whole);
  for (const { name } of [second, third]) expect(await verify(name, after)).toEqual(whole);
  await place.remove(first.name);
  expect((await backUp(after)).problems).toEqual([]);
  expect(await beside(), "what only the older one needed").toHaveLength(KEYS.length);
  for (const name of await backupsIn(place)) expect(await verify(name, after)).toEqual(whole);
});

test("a kept backup that can't be read is reported, and keeps its files; the new one is complete", async () => {
  const first = await backUp(OLD);
  const second = await backUp(NEW);
  expect(second.problems).toEqual([expect.stringContaining(first.name)]);
  expect(await beside()).toHaveLength(2 * KEYS.length);
  await backUpHourly(withKey(NEW));
  expect(await createJobRunner(withKey(NEW)).runNext(), "no other one is made at once").toBeNull();
});

/** Renames the files to what they were called before they had the mark of the key. */
async function removeMarks(): Promise<void> {
  for (const name of await beside()) {
    const path = join(folder, "backups", name);
    renameSync(path, path.replace(/~[0-9a-f]{12}$/, ""));
  }
}

test("a file sealed before there were marks is used if the key opens it, which is tried once", async () => {
  await backUp(OLD);
  await removeMarks();
  for (const name of await backupsIn(place)) await place.remove(name);
  const names = await beside();
  expect(names.every((name) => /~[0-9a-f]{32}~\w+$/.test(name))).toBe(true);
  const { name } = await backUp(OLD);
  expect(await verify(name, OLD)).toEqual(whole);
  expect(await beside()).toEqual(names);
  const tried: string[] = [];
  const open = (file: string) => {
    tried.push(file);
    return place.open(file);
  };
  const there = await openedFiles({ ...place, open }, OLD);
  for (const key of KEYS) expect(await there.find(key)).toMatchObject({ key, mark: "" });
  expect(tried.filter((file) => file.startsWith("files/"))).toEqual([]);
  expect(readList(`${"0".repeat(32)}\t3\t${KEYS[0]}\n`)).toMatchObject([{ key: KEYS[0], bytes: 3, mark: "" }]);
});

test("a file sealed with another key before there were marks is copied again", async () => {
  await backUp(OLD);
  await removeMarks();
  const { name } = await backUp(NEW);
  expect(await verify(name, NEW)).toEqual(whole);
  expect(await beside()).toHaveLength(2 * KEYS.length);
});

test.skipIf(PG_SERVER)("the copies of the last minutes can be restored after the key was changed", async () => {
  const file = join(folder, "data", "shequ.db");
  for (const key of [OLD, NEW]) {
    const minutes = createMinuteCopies(withKey(key), place, file);
    await minutes.copy();
    await minutes.close();
  }
  expect(readdirSync(join(folder, "backups", "minutes"))).toHaveLength(1);
  const config = upstream.services.config;
  const restored = join(folder, "restored");
  const elsewhere = {
    ...config,
    dataDir: restored,
    database: { kind: "sqlite" as const, file: join(restored, "a.db") },
  };
  expect(await restoreNewestMinute(elsewhere, { place, key: NEW })).toMatchObject(whole);
});

test("a file that looks like a sealed one is backed up and read like any other", async () => {
  const sealed = seal([new Uint8Array(100_000)], OLD);
  const parts: Uint8Array[] = [];
  for await (const part of sealed) parts.push(part);
  const bytes = Buffer.concat(parts);
  await upstream.services.objects.put(KEYS[0] as string, bytes, "image/webp");
  const { db } = upstream.services;
  await db
    .updateTable("objects")
    .set({ bytes: bytes.byteLength })
    .where("key", "=", KEYS[0] as string)
    .execute();
  for (const key of ["", NEW]) {
    const { name } = await backUp(key);
    expect(await verify(name, key), key).toEqual(whole);
  }
});
