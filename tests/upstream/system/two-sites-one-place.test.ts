import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig, type UpstreamConfig } from "#upstream/config";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { instanceOf } from "#upstream/db/instance-of-data";
import { backupsIn } from "#upstream/jobs/backup/backups";
import { newestIn } from "#upstream/jobs/backup/copies-in";
import { createMinuteCopies } from "#upstream/jobs/backup/minute-copies";
import { restoreBackup, restoreNewestMinute } from "#upstream/jobs/backup/restore-backup";
import { archiveIn } from "#upstream/jobs/backup/verify-backup";
import { moveSite } from "#upstream/jobs/move/move-site";
import { createJobRunner, queueBackup } from "#upstream/jobs/run-jobs";
import { sweepRegularly } from "#upstream/jobs/schedule";
import { TASKS } from "#upstream/jobs/tasks";
import { checkBackup } from "#upstream/modules/admin/system/check-backup";
import { leftIn, problemOfPlace, requireOurs, takeOver } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { newObjectKey } from "#upstream/services/storage/object-key";

const KEY = "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa";

let folder: string;
let bucket: S3Server;
let now: Date;
let place: BackupPlace;
const sites: TestUpstream[] = [];
const drops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-two-"));
  bucket = await startS3("shequ-backups");
  now = new Date("2026-11-20T08:00:00.000Z");
});
afterEach(async () => {
  vi.useRealTimers();
  for (const upstream of sites.splice(0)) await upstream.close();
  for (const drop of drops.splice(0)) await drop();
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

async function newDatabaseOf(name: string): Promise<DatabaseConfig> {
  if (!PG_SERVER) return { kind: "sqlite", file: join(folder, name, "shequ.db") };
  const { url, drop } = await newDatabase();
  drops.push(drop);
  return { kind: "postgres", url };
}

/** Settings of a site on a machine of its own, with the backup location of all. */
async function settingsOf(name: string, settings: Record<string, string>): Promise<Partial<UpstreamConfig>> {
  const dataDir = join(folder, name);
  const { backups, backupKey } = readUpstreamConfig({ DATA_DIR: dataDir, ...settings });
  return { dataDir, backups, backupKey, database: await newDatabaseOf(name) };
}

async function open(config: Partial<UpstreamConfig>): Promise<TestUpstream> {
  const upstream = await createTestUpstream({ clock: () => now, config });
  sites.push(upstream);
  place = backupPlaceOf(upstream.services.config) as BackupPlace;
  return upstream;
}

const asks = { dryRun: false, progress: async () => {} };

/** Writes an hourly backup. @returns its name */
async function backUp({ services }: TestUpstream): Promise<string> {
  now = new Date(now.getTime() + HOUR);
  return (await TASKS.backup(services, asks)).file ?? "";
}

const minutesOf = ({ services }: TestUpstream) => {
  const { database } = services.config;
  return database.kind === "sqlite" ? createMinuteCopies(services, place, database.file) : null;
};

/** Everything that a site writes to the location, by hand. @returns what each was refused with */
async function writeAll(upstream: TestUpstream): Promise<string[]> {
  now = new Date(now.getTime() + HOUR);
  const told: string[] = [];
  const minutes = minutesOf(upstream);
  const work = [() => TASKS.backup(upstream.services, asks), () => TASKS.export(upstream.services, asks)];
  if (minutes) work.push(async () => minutes.copy() as never);
  for (const one of work)
    told.push(
      await one().then(
        () => "done",
        (error: Error) => error.message,
      ),
    );
  await minutes?.close();
  return told;
}

const contents = async () => (await place.list("")).map(({ name, bytes }) => `${name} ${bytes}`).sort();

/** A site with a backup, and a copy of it restored on another machine with the same settings. */
async function restoredBeside(
  settings: Record<string, string>,
): Promise<{ original: TestUpstream; copy: TestUpstream }> {
  const original = await open(await settingsOf("original", settings));
  await original.addUser("林知远");
  const name = await backUp(original);
  const elsewhere = { ...original.services.config, ...(await settingsOf("copy", settings)) };
  await restoreBackup(elsewhere, archiveIn(place, name, elsewhere.backupKey));
  return { original, copy: await open(elsewhere) };
}

describe.each(Object.entries(places))("in a %s", (_, settings) => {
  test("a restored copy leaves the original's backups alone until it takes over, and then the original does", async () => {
    const { original, copy } = await restoredBeside(settings());
    expect(await writeAll(original)).toEqual(Array(PG_SERVER ? 2 : 3).fill("done"));
    const before = await contents();
    for (const told of await writeAll(copy)) expect(told).toMatch(/恢复的，还没有接管.*take-over/);
    expect(await contents()).toEqual(before);
    expect(await checkBackup(copy.services)).toMatchObject({
      state: "bad",
      todo: expect.stringContaining("take-over"),
    });
    expect(await checkBackup(original.services)).not.toMatchObject({ state: "bad" });

    await takeOver(copy.services, place, []);
    expect(await writeAll(copy)).toEqual(Array(PG_SERVER ? 2 : 3).fill("done"));
    const after = await contents();
    for (const told of await writeAll(original)) expect(told).toMatch(/另一个站的备份.*take-over/);
    expect(await contents()).toEqual(after);
    expect(await checkBackup(original.services)).toMatchObject({
      state: "bad",
      detail: expect.stringContaining("另一个站的备份"),
    });
    expect(await checkBackup(copy.services)).not.toMatchObject({ state: "bad" });
  });

  test("an empty site that is started by mistake does not replace the backups", async () => {
    const original = await open(await settingsOf("original", settings()));
    await backUp(original);
    const before = await contents();
    const empty = await open(await settingsOf("empty", settings()));
    for (const told of await writeAll(empty)) expect(told).toMatch(/另一个站的备份/);
    expect(await contents()).toEqual(before);
  });
});

test("a site that takes over keeps the newest backups of the one that it has replaced for two weeks", async () => {
  const { original, copy } = await restoredBeside(places.folder());
  const later = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  /** Writes both kinds of backups, one kind with a file that only the database of that moment names. */
  const write = async (upstream: TestUpstream) => {
    const file = (await TASKS.backup(upstream.services, asks)).file ?? "";
    const minutes = minutesOf(upstream);
    await minutes?.copy();
    await minutes?.close();
    return file;
  };
  later(10 * MINUTE);
  await original.addUser("只在原来那里的人");
  const key = newObjectKey("content", "png", now);
  const row = { key, owner_id: null, file_name: "", content_type: "image/png", bytes: 1 };
  await original.services.objects.put(key, new Uint8Array([1]), "image/png");
  await original.services.db
    .insertInto("objects")
    .values({ ...row, confirmed: 1, created_at: now.toISOString() })
    .execute();
  const newest = await write(original);
  const left = await newestIn(place);
  expect(left[0]).toBe(newest);
  expect(left).toHaveLength(PG_SERVER ? 1 : 2);

  await takeOver(copy.services, place, left);
  later(MINUTE);
  const own = await write(copy);
  expect(await backupsIn(place)).toEqual(expect.arrayContaining([own, newest]));
  const held = async () => (await contents()).filter((name) => name.includes(key)).length;
  expect(await held()).toBe(1);
  if (!PG_SERVER) {
    const target = { ...copy.services.config, ...(await settingsOf("third", places.folder())) };
    await restoreNewestMinute(target, { place, key: "", name: left[1] ?? "" });
    const third = await open(target);
    const names = await third.services.db.selectFrom("users").select("nickname").execute();
    expect(names).toContainEqual({ nickname: "只在原来那里的人" });
    expect((await newestIn(place))[1]).not.toBe(left[1]);
  }

  later(15 * DAY);
  await write(copy);
  // Minute copies are made after the archive, which removes what no backup needs.
  later(HOUR);
  await write(copy);
  expect(await backupsIn(place)).not.toContain(newest);
  expect((await contents()).filter((name) => left.some((one) => name.startsWith(one)))).toEqual([]);
  expect(await held()).toBe(0);
});

test("the newest backup is the site's own, though the clock of the one that it has replaced was ahead", async () => {
  const upstream = await open({
    ...(await settingsOf("a", places.folder())),
    backups: { place: { kind: "folder", folder: join(folder, "backups") }, kept: { hourly: 1, daily: 1, weekly: 1 } },
  });
  const ahead = "shequ-20261120T233000Z.tar";
  await place.put(ahead, [new Uint8Array([1])], 1);
  await takeOver(upstream.services, place, await newestIn(place));
  const own = await backUp(upstream);
  expect(await backupsIn(place)).toEqual([own, ahead]);
  expect((await newestIn(place))[0]).toBe(own);
  expect((await TASKS["verify-backup"](upstream.services, asks)).file).toBe(own);
  expect((await runFor(upstream, "restore", own, "--dry-run"))[1]).toContain(`还有更新的：${ahead}`);
});

test("two sites that claim a location at the same moment do not both have it", async () => {
  const a = await open(await settingsOf("a", places.folder()));
  const b = await open(await settingsOf("b", places.folder()));
  await Promise.allSettled([a, b].map(({ services }) => requireOurs(services, place)));
  const problems = await Promise.all([a, b].map(({ services }) => problemOfPlace(services, place)));
  expect(problems.filter((problem) => problem === null)).toHaveLength(1);
});

test("a claim that can't be read is nobody's until a site takes over", async () => {
  const upstream = await open(await settingsOf("a", places.folder()));
  await place.put("claim.json", [Buffer.from("{")], 1);
  await expect(requireOurs(upstream.services, place)).rejects.toThrow(/claim\.json 读不懂.*take-over/);
  await takeOver(upstream.services, place, []);
  await requireOurs(upstream.services, place);
});

test("a move to another database keeps the id, and with it the backups, of which the newest stay for two weeks", async () => {
  const upstream = await open(await settingsOf("a", places.folder()));
  await backUp(upstream);
  const minutes = minutesOf(upstream);
  await minutes?.copy();
  await minutes?.close();
  const newest = await newestIn(place);
  const moved = await settingsOf("b", places.folder());
  const told: string[] = [];
  await moveSite(upstream.services, {
    to: moved.database as DatabaseConfig,
    dryRun: false,
    heardAfter: 0,
    reindex: async () => {},
    tell: (line) => told.push(line),
  });
  expect(told).toContain(`原来的数据库最新的备份再留 14 天：${newest.join("、")}`);
  const there = await open(moved);
  expect(await instanceOf(there.services.db)).toEqual(await instanceOf(upstream.services.db));
  now = new Date(now.getTime() + MINUTE);
  const first = (await TASKS.backup(there.services, asks)).file;
  const names = await contents();
  expect(newest.filter((one) => names.some((name) => name.startsWith(one)))).toEqual(newest);
  expect(await leftIn(place, now)).toEqual(newest);
  expect(await backupsIn(place)).toContain(first);
  now = new Date(now.getTime() + 14 * DAY);
  expect(await leftIn(place, now)).toEqual([]);
});

test("a move goes on without a location for backups that can be read", async () => {
  const upstream = await open(await settingsOf("a", places.folder()));
  await place.put("claim.json", [Buffer.from("{")], 1);
  await place.put("shequ-20261120T080000Z.tar", [new Uint8Array([1])], 1);
  const told: string[] = [];
  await moveSite(upstream.services, {
    to: await newDatabaseOf("b"),
    dryRun: false,
    heardAfter: 0,
    reindex: async () => {},
    tell: (line) => told.push(line),
  });
  expect(told.at(-1)).toMatch(/^没能记下原来的数据库的备份要再留 14 天：.*claim\.json/);
});

test("a restored copy, and an original that was taken over, delete no files of a store that both use", async () => {
  const { original, copy } = await restoredBeside(places.folder());
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const key = newObjectKey("content", "png", now);
  const put = async (upstream: TestUpstream) => {
    await upstream.services.objects.put(key, new Uint8Array([1]), "image/png");
    const at = new Date(now.getTime() - 2 * DAY);
    utimesSync(join(upstream.services.config.dataDir, "objects", key), at, at);
  };
  /** Runs all regular jobs for two hours. @returns whether the file without a row is still there */
  const keeps = async (upstream: TestUpstream) => {
    await put(upstream);
    const stop = sweepRegularly(upstream.services);
    for (let hours = 0; hours < 2; hours += 1) await vi.advanceTimersByTimeAsync(HOUR);
    // The last jobs do real I/O, which the false clock does not wait for; that a file stays can only be seen by waiting.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await stop();
    return (await upstream.services.objects.get(key)) !== null;
  };
  const jobs = async ({ services }: TestUpstream) =>
    (await services.db.selectFrom("jobs").select("id").execute()).length;
  const before = await jobs(copy);
  expect(await keeps(copy), "restored").toBe(true);
  expect(await jobs(copy), "no backup is even begun").toBe(before);
  await takeOver(copy.services, place, []);
  expect(await keeps(original), "taken over").toBe(true);
  expect(await keeps(copy), "the new owner").toBe(false);
});

/** Runs a command that needs no site, with the settings of a new machine. @returns its exit code, and what it prints */
async function runFor({ services, program }: TestUpstream, ...words: string[]): Promise<[number, string]> {
  const lines: string[] = [];
  const config = { ...services.config, ...(await settingsOf("copy", places.folder())) };
  const code = await runCommandLine(words, {
    config: () => config,
    open: async () => program,
    from: folder,
    print: (line) => lines.push(line),
    complain: (what) => lines.push(String(what)),
  });
  return [code, lines.join("\n")];
}

test.skipIf(PG_SERVER)(
  "the copies of each minute are listed, and restored, with the time that they reach",
  async () => {
    const upstream = await open(await settingsOf("original", places.folder()));
    const archive = await backUp(upstream);
    const minutes = minutesOf(upstream);
    await minutes?.copy();
    now = new Date(now.getTime() + 5 * MINUTE);
    await upstream.addUser("林知远");
    await minutes?.copy();
    await minutes?.close();
    const until = now;
    now = new Date(now.getTime() + 9.5 * MINUTE);
    vi.useFakeTimers({ toFake: ["Date"], now });
    // The files may have been copied since.
    for (const { name } of await place.list("minutes/")) utimesSync(join(folder, "backups", name), now, now);
    const shown = "2026-11-20 17:05:00";
    const [code, told] = await runFor(upstream, "restore", "latest", "--dry-run");
    expect([code, told]).toEqual([0, expect.stringContaining(`可以恢复 到 ${shown} 为止的副本（9 分钟前）`)]);
    const [, listed] = await runFor(upstream, "backup", "list", "--json");
    expect(JSON.parse(listed)).toEqual(
      expect.arrayContaining([
        { name: "latest", at: until.toISOString() },
        { name: archive, at: "2026-11-20T09:00:00.000Z" },
      ]),
    );
  },
);

test.runIf(PG_SERVER)("copies that a site made before it moved to PostgreSQL are removed after two weeks", async () => {
  const upstream = await open(await settingsOf("moved", places.folder()));
  await place.put("minutes/shequ-20261120T080000Z-0a1b2c3d/base.db", [new Uint8Array([1])], 1);
  const left = async () => (await place.list("minutes/")).length;
  now = new Date(now.getTime() + 14 * DAY);
  await backUp(upstream);
  expect(await left()).toBe(1);
  now = new Date(now.getTime() + DAY);
  await backUp(upstream);
  expect(await left()).toBe(0);
});

test("a restore of an older backup names the newer ones", async () => {
  const original = await open(await settingsOf("original", places.folder()));
  const [older, newest] = [await backUp(original), await backUp(original)];
  const minutes = minutesOf(original);
  const dryRun = (name: string) => runFor(original, "restore", name, "--dry-run");
  expect(await dryRun(older)).toEqual([0, expect.stringContaining(`放备份的地方还有更新的：${newest}`)]);
  expect(await dryRun(newest)).toEqual([0, expect.not.stringContaining("更新的")]);
  now = new Date(now.getTime() + 5 * MINUTE);
  await minutes?.copy();
  await minutes?.close();
  if (!minutes) return;
  expect(await dryRun(newest)).toEqual([0, expect.stringContaining("还有更新的：latest（到 2026-11-20 18:05:00）")]);
});

test("the command line takes over, and says what it did", async () => {
  const { copy } = await restoredBeside(places.folder());
  const upstream = { ...copy.program, close: async () => {} };
  const takesOver = async (...options: string[]) => {
    const lines: string[] = [];
    const code = await runCommandLine(["take-over", ...options], {
      config: () => copy.services.config,
      open: async () => upstream,
      from: ".",
      print: (line) => lines.push(line),
      complain: (what) => lines.push(String(what)),
    });
    return [code, lines.join("\n")];
  };
  const backups = () => copy.services.db.selectFrom("jobs").select("state").where("kind", "=", "backup").execute();
  // Staff asked for one before: it was refused a moment ago.
  await copy.services.db.deleteFrom("jobs").execute();
  const jobs = createJobRunner(copy.services);
  await queueBackup(copy.services);
  expect(await jobs.runNext()).toMatchObject({ state: "failed" });
  expect(await takesOver("--dry-run")).toEqual([0, expect.stringContaining("会接管")]);
  expect(await backups()).toHaveLength(1);
  const [archive] = await backupsIn(place);
  expect(await takesOver()).toEqual([0, expect.stringMatching(`已接管.*那里现在最新的再留 14 天：${archive}`)]);
  expect(await jobs.runNext()).toMatchObject({ job: { kind: "backup" }, state: "done" });
  expect(await takesOver()).toEqual([0, expect.stringContaining("什么也不用做")]);
});
