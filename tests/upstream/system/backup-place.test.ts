import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type NoteUpstream, UPSTREAM_EVENTS } from "#log/upstream-events";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import { restoredState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { readUpstreamConfig, type UpstreamConfig } from "#upstream/config";
import { backupName, backupsIn, expiredBackups } from "#upstream/jobs/backup/backups";
import { nameBeside, readBeside } from "#upstream/jobs/backup/files-beside";
import { createMinuteCopies } from "#upstream/jobs/backup/minute-copies";
import { restoreBackup, restoreNewestMinute } from "#upstream/jobs/backup/restore-backup";
import { archiveAt, archiveIn, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { backUpHourly, createJobRunner } from "#upstream/jobs/run-jobs";
import { logStartProblems } from "#upstream/modules/admin/start/log-start-problems";
import { backupPlace } from "#upstream/modules/admin/system/check-backup";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { contentTypeOf } from "#upstream/services/storage/object-key";

const HOUR = 3_600_000;
const KEY = "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa";
const bytesOf = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at * 7) % 251);

let folder: string;
let bucket: S3Server;
let now: Date;
let upstream: TestUpstream;
let place: BackupPlace;
let elsewhere: UpstreamConfig;
let drop: () => Promise<void>;

/** A site in a folder, or on PostgreSQL if available, with the configured backup location. */
async function open(settings: Record<string, string>): Promise<void> {
  const { backups, backupKey } = readUpstreamConfig({ DATA_DIR: join(folder, "data"), ...settings });
  const dataDir = join(folder, "data");
  upstream = await createTestUpstream({
    clock: () => now,
    config: {
      dataDir,
      backups,
      backupKey,
      ...(PG_SERVER ? {} : { database: { kind: "sqlite", file: join(dataDir, "shequ.db") } }),
    },
  });
  place = backupPlaceOf(upstream.services.config) as BackupPlace;
  const target = PG_SERVER ? await newDatabase() : null;
  drop = target?.drop ?? (async () => {});
  const restored = join(folder, "restored");
  elsewhere = {
    ...upstream.services.config,
    dataDir: restored,
    database: target ? { kind: "postgres", url: target.url } : { kind: "sqlite", file: join(restored, "shequ.db") },
  };
}

async function addFile(key: string, bytes: number): Promise<void> {
  const { objects, db } = upstream.services;
  const contentType = contentTypeOf(key) ?? "";
  await objects.put(key, bytesOf(bytes), contentType);
  await db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      file_name: "",
      content_type: contentType,
      bytes,
      confirmed: 1,
      created_at: now.toISOString(),
    })
    .execute();
}

async function backUp(): Promise<string> {
  now = new Date(now.getTime() + HOUR);
  await backUpHourly(upstream.services);
  const ended = await createJobRunner(upstream.services).runNext();
  expect(ended).toMatchObject({ state: "done" });
  return ended?.result.file ?? "";
}

/** All rows except those of the copying itself. */
async function rowsOf({ services }: TestUpstream): Promise<Record<string, string>> {
  const { sweeps: _lease, jobs: _jobs, ...rows } = await restoredState(services.db);
  return rows;
}

async function restored(): Promise<TestUpstream> {
  return createTestUpstream({ clock: () => now, config: elsewhere });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-place-"));
  bucket = await startS3("shequ-backups");
  now = new Date("2026-11-20T08:00:00.000Z");
});
afterEach(async () => {
  await upstream.close();
  await drop();
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const places = {
  folder: () => ({ BACKUP_DIR: join(folder, "backups") }),
  "folder, sealed": () => ({ BACKUP_DIR: join(folder, "backups"), BACKUP_KEY: KEY }),
  "bucket, sealed": () => ({
    ...Object.fromEntries(Object.entries(bucket.settings).map(([name, value]) => [`BACKUP_${name}`, value])),
    BACKUP_KEY: KEY,
  }),
};

describe.each(Object.entries(places))("backups of each hour in a %s", (name, settings) => {
  test("restore every row and file, and copy each file once", async () => {
    await open(settings());
    const author = await upstream.addUser("林知远");
    await createWriter(upstream).article({ authorId: author, content: "一篇文章，暗号是麒麟" });
    await addFile("content/202611/a.webp", 150_000);
    const first = await backUp();
    await addFile("content/202611/b.webp", 0);
    const second = await backUp();
    expect(await backupsIn(place)).toEqual([second, first]);
    const beside = (await place.list("files/")).map((file) => file.name.replace(/~.*/, ""));
    expect(beside.sort()).toEqual(["files/content/202611/a.webp", "files/content/202611/b.webp"]);
    const source = archiveIn(place, second, upstream.services.config.backupKey);
    expect(await verifyBackup(source)).toMatchObject({ files: 2, problems: [] });
    await restoreBackup(elsewhere, source);
    const other = await restored();
    try {
      expect(await rowsOf(other)).toEqual(await rowsOf(upstream));
      for (const [key, bytes] of [
        ["content/202611/a.webp", 150_000],
        ["content/202611/b.webp", 0],
      ] as const) {
        const found = await other.services.objects.get(key);
        expect(Buffer.compare(found?.bytes ?? Buffer.of(1), bytesOf(bytes)), key).toBe(0);
      }
    } finally {
      await other.close();
    }
    if (!name.endsWith("sealed")) return;
    for await (const chunk of (await place.open(second)) ?? []) {
      expect(Buffer.from(chunk).includes(Buffer.from("麒麟"))).toBe(false);
    }
    await expect(verifyBackup({ ...source, key: "" })).rejects.toThrow(/BACKUP_KEY/);
    await expect(verifyBackup({ ...source, key: `${KEY}x` })).rejects.toThrow(/BACKUP_KEY/);
  });

  test("drop a file that neither the store nor a backup has", async () => {
    await open(settings());
    await addFile("content/202611/a.webp", 10);
    await backUp();
    await upstream.services.db.deleteFrom("objects").execute();
    await upstream.services.objects.remove("content/202611/a.webp");
    await backUp();
    expect(await place.list("files/"), "an older backup names it").toHaveLength(1);
    for (const name of await backupsIn(place)) await place.remove(name);
    await backUp();
    expect(await place.list("files/")).toEqual([]);
  });
});

describe.each(["folder", "folder, sealed", "bucket, sealed"] as const)("a backup in a %s, of whose files", (name) => {
  const LOST = "content/202611/lost.webp";
  const CHANGED = "content/202611/changed.webp";
  const lacking = [expect.stringMatching(`^文件 ${CHANGED}`), `缺少文件 ${LOST}`];

  /** Backs up three files, one of which is then lost, and one damaged. */
  async function backUpAndDamage(copy: () => Promise<string>): Promise<string> {
    await open(places[name]());
    await addFile("content/202611/a.webp", 1_000);
    await addFile(LOST, 1_000);
    await addFile(CHANGED, 150_000);
    const written = await copy();
    for (const { name: file, bytes } of await place.list("files/")) {
      if (file.includes(LOST)) await place.remove(file);
      if (!file.includes(CHANGED)) continue;
      const parts: Uint8Array[] = [];
      for await (const part of (await place.open(file)) ?? []) parts.push(part);
      const changed = Buffer.concat(parts);
      changed[bytes - 20] = (changed[bytes - 20] ?? 0) ^ 1;
      await place.put(file, [changed], bytes);
    }
    return written;
  }

  /** Requires that everything is there but the two files. */
  async function requireTheRest(): Promise<void> {
    const other = await restored();
    try {
      expect(await rowsOf(other)).toEqual(await rowsOf(upstream));
      expect((await other.services.objects.list("", 9)).map(({ key }) => key)).toEqual(["content/202611/a.webp"]);
    } finally {
      await other.close();
    }
  }

  test("one was lost and one changed, names both, and is restored without them only if told to", async () => {
    const written = await backUpAndDamage(backUp);
    const source = archiveIn(place, written, upstream.services.config.backupKey);
    const verified = await verifyBackup(source);
    expect(verified).toMatchObject({ files: 1, problems: [] });
    expect(verified.lacking.toSorted()).toEqual(lacking);
    await expect(restoreBackup(elsewhere, source)).rejects.toThrow(/有 2 个文件不对[\s\S]*--incomplete/);
    await restoreBackup(elsewhere, source, { incomplete: true });
    await requireTheRest();
  });

  test.skipIf(PG_SERVER)("one was lost and one changed since the last minute, is restored the same way", async () => {
    await backUpAndDamage(async () => {
      const minutes = createMinuteCopies(upstream.services, place, join(folder, "data", "shequ.db"));
      await minutes.copy();
      await minutes.close();
      return "";
    });
    const latest = { place, key: upstream.services.config.backupKey };
    await expect(restoreNewestMinute(elsewhere, latest)).rejects.toThrow(/有 2 个文件不对[\s\S]*--incomplete/);
    const { lacking: found } = await restoreNewestMinute(elsewhere, latest, { incomplete: true });
    expect(found.toSorted()).toEqual(lacking);
    await requireTheRest();
  });
});

test("a store that knows the length of a damaged file never gets it whole", async () => {
  await open(places.folder());
  const file = { key: "content/202611/a.webp", sum: "0".repeat(32), bytes: 150_000, mark: "" };
  await place.put(nameBeside(file), [bytesOf(file.bytes)], file.bytes);
  let read = 0;
  const reading = async () => {
    for await (const { byteLength } of readBeside(place, file, "")) read += byteLength;
  };
  await expect(reading()).rejects.toThrow(/a\.webp/);
  expect(read).toBeLessThan(file.bytes);
});

test("an encrypted archive that was truncated or changed anywhere is refused", async () => {
  await open(places["folder, sealed"]());
  const name = await backUp();
  const path = join(folder, "backups", name);
  const whole = readFileSync(path);
  const damaged = join(folder, "damaged.tar");
  for (let part = 1; part < 12; part += 1) {
    const copy = Buffer.from(whole);
    const at = Math.floor((whole.byteLength * part) / 12);
    copy[at] = (copy[at] ?? 0) ^ 1;
    writeFileSync(damaged, copy);
    await expect(verifyBackup(await archiveAt(damaged, KEY)), `byte ${at}`).rejects.toThrow();
    writeFileSync(damaged, whole);
    truncateSync(damaged, at);
    await expect(verifyBackup(await archiveAt(damaged, KEY)), `cut at ${at}`).rejects.toThrow();
  }
});

test("the newest hourly, daily and weekly backups are kept, up to the configured numbers", async () => {
  await open({});
  const names: string[] = [];
  const end = Date.parse("2026-11-20T23:30:00Z");
  for (let hour = 0; hour < 24 * 90; hour += 1) names.push(backupName(new Date(end - hour * HOUR)));
  const gone = new Set(expiredBackups(names, { hourly: 24, daily: 14, weekly: 8 }));
  const kept = names.filter((one) => !gone.has(one));
  // The day covered by the hours is one of the fourteen, and three of the weeks have their newest backup among the
  // days.
  expect(kept).toHaveLength(24 + 13 + 5);
  expect(kept.slice(0, 24)).toEqual(names.slice(0, 24));
  expect(kept.slice(24, 27)).toEqual([
    "shequ-20261119T233000Z.tar",
    "shequ-20261118T233000Z.tar",
    "shequ-20261117T233000Z.tar",
  ]);
  expect(kept.slice(-2)).toEqual(["shequ-20261011T233000Z.tar", "shequ-20261004T233000Z.tar"]);
  expect(expiredBackups(kept, { hourly: 24, daily: 14, weekly: 8 })).toEqual([]);
  const [newest = "", ...older] = names.slice(0, 3);
  const [left = "", expired = ""] = older;
  expect(expiredBackups([newest, left, expired], { hourly: 1, daily: 1, weekly: 1 }, [left])).toEqual([expired]);
  // The clock of the replaced site may have been ahead.
  expect(expiredBackups([left, expired], { hourly: 1, daily: 1, weekly: 1 }, [left])).toEqual([]);
});

describe.skipIf(PG_SERVER)("a backup without some file", () => {
  test("is restored if that was a copy for one reader, or unused and deleted meanwhile", async () => {
    await open(places.folder());
    await addFile("preview/202611/0123456789abcdef0123456789abcdef.pdf", 1_000);
    await addFile("content/202611/unused.webp", 10);
    await addFile("content/202611/a.webp", 10);
    await upstream.services.db
      .updateTable("objects")
      .set({ unused_since: "2026-11-01T00:00:00.000Z" })
      .where("key", "=", "content/202611/unused.webp")
      .execute();
    const { objects } = upstream.services;
    const { list } = objects;
    // The first listing follows the copy of the database.
    objects.list = async (...asked) => {
      await objects.remove("content/202611/unused.webp");
      return list(...asked);
    };
    const name = await backUp();
    const source = archiveIn(place, name, "");
    expect(await verifyBackup(source)).toMatchObject({ files: 1, problems: [], lacking: [] });
    await restoreBackup(elsewhere, source);
    const other = await restored();
    expect(await other.services.objects.sizeOf("content/202611/a.webp")).toBe(10);
    await other.close();
  });

  test("that a text shows is restored only if told to", async () => {
    await open(places.folder());
    await addFile("content/202611/a.webp", 10);
    await addFile("content/202611/lost.webp", 10);
    await upstream.services.objects.remove("content/202611/lost.webp");
    const source = archiveIn(place, await backUp(), "");
    const lacking = ["缺少文件 content/202611/lost.webp"];
    expect(await verifyBackup(source)).toMatchObject({ files: 1, problems: [], lacking });
    await expect(restoreBackup(elsewhere, source)).rejects.toThrow(
      /--incomplete：\n缺少文件 content\/202611\/lost\.webp/,
    );
    expect(await restoreBackup(elsewhere, source, { incomplete: true })).toMatchObject({ files: 1, lacking });
    const other = await restored();
    expect(await rowsOf(other)).toEqual(await rowsOf(upstream));
    await other.close();
  });
});

describe.skipIf(PG_SERVER)("copies of each minute", () => {
  const file = () => join(folder, "data", "shequ.db");
  const copies = () => createMinuteCopies(upstream.services, place, file());
  const latest = () => ({ place, key: upstream.services.config.backupKey });

  test.each(Object.keys(places) as (keyof typeof places)[])("restore the state of the last one: %s", async (name) => {
    await open(places[name]());
    const minutes = copies();
    await addFile("content/202611/a.webp", 100);
    await minutes.copy();
    const writer = createWriter(upstream);
    const author = await upstream.addUser("林知远");
    // More than one cycle of the log.
    for (let n = 0; n < 40; n += 1) {
      await writer.article({ authorId: author, content: "很长的文章。".repeat(2_000) });
      if (n % 5 === 4) await minutes.copy();
    }
    await addFile("content/202611/b.webp", 200);
    await minutes.copy();
    const before = await rowsOf(upstream);
    await upstream.addUser("来得太晚的人");
    const names = (await place.list("minutes/")).map((one) => one.name);
    expect(new Set(names.flatMap((one) => /\/(\d{6})-/.exec(one)?.[1] ?? [])).size, "rounds").toBeGreaterThan(1);
    expect(await restoreNewestMinute(elsewhere, latest(), { dryRun: true })).toMatchObject({
      problems: [],
      files: 2,
    });
    await restoreNewestMinute(elsewhere, latest());
    const other = await restored();
    try {
      expect(await rowsOf(other)).toEqual(before);
      expect((await other.services.objects.get("content/202611/b.webp"))?.bytes.byteLength).toBe(200);
    } finally {
      await other.close();
    }
    await minutes.close();
  });

  test("leave out copies for one reader, and restore without them", async () => {
    await open(places.folder());
    const minutes = copies();
    await addFile("preview/202611/0123456789abcdef0123456789abcdef.pdf", 1_000);
    await addFile("content/202611/a.webp", 100);
    await minutes.copy();
    expect((await place.list("files/")).map(({ name }) => name.replace(/~.*/, ""))).toEqual([
      "files/content/202611/a.webp",
    ]);
    expect(await restoreNewestMinute(elsewhere, latest())).toMatchObject({ files: 1, problems: [], lacking: [] });
    await minutes.close();
  });

  test("start with a new copy of the database in each process, and keep one to fall back to until then", async () => {
    await open(places.folder());
    const first = copies();
    await first.copy();
    const [older] = readdirSync(join(folder, "backups", "minutes"));
    const second = copies();
    await second.copy();
    expect(readdirSync(join(folder, "backups", "minutes")), "the first has the lease").toEqual([older]);
    await first.close();
    await second.copy();
    const newer = readdirSync(join(folder, "backups", "minutes"));
    expect(newer).toHaveLength(1);
    expect(newer).not.toEqual([older]);
    await second.close();
  });

  test("block no writers, and let SQLite checkpoint its log", async () => {
    await open(places.folder());
    const minutes = copies();
    await minutes.copy();
    const writer = createWriter(upstream);
    const author = await upstream.addUser("林知远");
    for (let n = 0; n < 30; n += 1) {
      await Promise.all([minutes.copy(), writer.article({ authorId: author, content: "文章。".repeat(20_000) })]);
    }
    // Some hundred kilobytes were written thirty times; the log was restarted in between.
    expect(statSync(`${file()}-wal`).size).toBeLessThan(16 * 1024 ** 2);
    await minutes.close();
  });
});

test("existing data is moved aside if the restore is told to", async () => {
  await open(places.folder());
  await addFile("content/202611/a.webp", 10);
  const name = await backUp();
  const source = archiveIn(place, name, "");
  await restoreBackup(elsewhere, source);
  const other = await restored();
  await other.addUser("只在那里的人");
  if (!PG_SERVER) {
    await expect(restoreBackup(elsewhere, source, { replace: true })).rejects.toThrow(/正在被使用/);
    expect(existsSync(join(elsewhere.dataDir, "objects", "content", "202611", "a.webp")), "put back").toBe(true);
  }
  await other.close();
  await expect(restoreBackup(elsewhere, source)).rejects.toThrow(/空的/);
  await restoreBackup(elsewhere, source, { replace: true });
  const again = await restored();
  try {
    expect(await rowsOf(again)).toEqual(await rowsOf(upstream));
  } finally {
    await again.close();
  }
  if (PG_SERVER) return;
  expect(readdirSync(elsewhere.dataDir).filter((one) => one.includes(".before-"))).toHaveLength(2);
});

test.skipIf(PG_SERVER)("a damaged database is moved aside, and the backup restored in its place", async () => {
  await open(places.folder());
  const source = archiveIn(place, await backUp(), "");
  const file = join(elsewhere.dataDir, "shequ.db");
  mkdirSync(elsewhere.dataDir);
  const damaged = "damaged ".repeat(1000);
  for (const part of ["", "-wal"]) writeFileSync(file + part, damaged);
  await restoreBackup(elsewhere, source, { replace: true });
  const aside = readdirSync(elsewhere.dataDir).find((one) => /^shequ\.db\.before-\d+$/.test(one));
  expect(readFileSync(join(elsewhere.dataDir, aside ?? ""), "utf8")).toBe(damaged);
  const other = await restored();
  try {
    expect(await rowsOf(other)).toEqual(await rowsOf(upstream));
  } finally {
    await other.close();
  }
});

test.skipIf(PG_SERVER)(
  "nothing is restored beside the log of a removed database, which would be written into it",
  async () => {
    await open(places.folder());
    const source = archiveIn(place, await backUp(), "");
    mkdirSync(elsewhere.dataDir);
    const log = join(elsewhere.dataDir, "shequ.db-wal");
    writeFileSync(log, "of another database");
    const { host } = new URL(elsewhere.publicOrigin);
    await expect(restoreBackup(elsewhere, source)).rejects.toThrow(
      `${log} 已经存在：要一个空的地方；要替换现在的站，就加上 --confirm ${host}`,
    );
    expect(readdirSync(elsewhere.dataDir)).toEqual(["shequ.db-wal"]);
    await restoreBackup(elsewhere, source, { replace: true });
    const other = await restored();
    try {
      expect(await rowsOf(other)).toEqual(await rowsOf(upstream));
    } finally {
      await other.close();
    }
  },
);

test("a folder for backups that can't be written to is reported before the first backup", async () => {
  await open({ BACKUP_DIR: join(folder, "file", "backups") });
  writeFileSync(join(folder, "file"), "");
  const unwritable = { state: "bad", detail: expect.stringContaining("不能写入") };
  expect(await backupPlace(upstream.services.config)).toMatchObject(unwritable);
  const backups = { ...upstream.services.config.backups, place: { kind: "folder", folder: "/proc/backups" } };
  expect(await backupPlace({ ...upstream.services.config, backups } as UpstreamConfig), "also for root").toMatchObject(
    unwritable,
  );
  const noted: string[] = [];
  const note: NoteUpstream = (event, fields) =>
    noted.push(`${UPSTREAM_EVENTS[event].level} ${event} ${String(fields?.check)}`);
  await logStartProblems({ ...upstream.services, note });
  expect(noted, "above the lines that only inform").toContain("warn machine_check backup");
});
