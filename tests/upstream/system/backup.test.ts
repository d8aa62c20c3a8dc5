import {
  existsSync,
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
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminSystemApi } from "#app/contract/admin/system/system";
import { restoredState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import type { UpstreamConfig } from "#upstream/config";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { archiveAt, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { backUpHourly, createJobRunner } from "#upstream/jobs/run-jobs";
import { readTar } from "#upstream/services/archive/read-tar";
import { writeTar } from "#upstream/services/archive/write-tar";

const HOUR = 3_600_000;
/** Too long for an archive's plain header, and a key of maximum length. */
const LONG = `zhiku/202611/${"长".repeat(50)}.txt`;
const FILES = { "content/202611/a.webp": 3, [LONG]: 700_001, "avatar/202611/b.webp": 512, "form/202611/empty.txt": 0 };

let folder: string;
let upstream: TestUpstream;
let now: Date;
let backups: string;
/** Another, empty site. */
let elsewhere: { config: UpstreamConfig; drop(): Promise<void> };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-backup-test-"));
  backups = join(folder, "backups");
  now = new Date("2026-11-20T08:00:00.000Z");
  upstream = await createTestUpstream({
    clock: () => now,
    config: { backups: { place: { kind: "folder", folder: backups }, kept: { hourly: 2, daily: 1, weekly: 1 } } },
  });
  const { services } = upstream;
  const author = await upstream.addUser("林知远");
  await createWriter(upstream).article({ authorId: author, content: "一篇**文章**" });
  for (const [key, bytes] of Object.entries(FILES)) {
    const content_type = key.endsWith(".txt") ? "text/plain" : "image/webp";
    await services.objects.put(key, bytesOf(bytes), content_type);
    await services.db
      .insertInto("objects")
      .values({
        key,
        owner_id: author,
        file_name: "",
        content_type,
        bytes,
        confirmed: 1,
        created_at: now.toISOString(),
      })
      .execute();
  }
  await services.objects.put("upload/202611/nobody-looked.txt", bytesOf(9), "text/plain");
  const target = PG_SERVER ? await newDatabase() : null;
  const dataDir = join(folder, "restored");
  elsewhere = {
    config: {
      ...services.config,
      dataDir,
      database: target ? { kind: "postgres", url: target.url } : { kind: "sqlite", file: join(dataDir, "shequ.db") },
    },
    drop: target?.drop ?? (async () => {}),
  };
});
afterEach(async () => {
  await upstream.close();
  await elsewhere.drop();
  rmSync(folder, { recursive: true, force: true });
});

const bytesOf = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at * 7) % 251);
const written = async (name = "one.tar") => {
  const file = join(folder, name);
  await writeBackup(upstream.services, file);
  return file;
};

const verify = async (file: string) => verifyBackup(await archiveAt(file));
const restore = async (file: string, options = {}) => restoreBackup(elsewhere.config, await archiveAt(file), options);

describe("a backup", () => {
  test("restored elsewhere is the same site, row by row and file by file", async () => {
    const before = await restoredState(upstream.services.db);
    const file = await written();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["one.tar"]);
    expect(await verify(file)).toMatchObject({ files: 4, problems: [] });
    expect(await restore(file, { dryRun: true })).toMatchObject({ files: 4 });
    expect(existsSync(join(elsewhere.config.dataDir, "shequ.db"))).toBe(false);
    await restore(file);
    const other = await createTestUpstream({ clock: () => now, config: elsewhere.config });
    try {
      expect(await restoredState(other.services.db)).toEqual(before);
      const listed = await other.services.objects.list("", 100);
      expect(listed.map(({ key }) => key).sort()).toEqual(Object.keys(FILES).sort());
      for (const [key, bytes] of Object.entries(FILES)) {
        const found = await other.services.objects.get(key);
        expect(Buffer.compare(found?.bytes ?? Buffer.of(1), bytesOf(bytes)), key).toBe(0);
      }
    } finally {
      await other.close();
    }
    await expect(restore(file), "something is there").rejects.toThrow(/空的/);
  });

  test("of a site with concurrent writes is consistent at one moment", async () => {
    const { db } = upstream.services;
    let going = true;
    const writing = (async () => {
      for (let n = 0; going; n += 1) {
        const row = { name: `标签${n}`, total: 0 };
        await db.insertInto("tags").values(row).execute();
        await turn();
      }
    })();
    const file = await written();
    going = false;
    await writing;
    expect((await verify(file)).problems).toEqual([]);
  });

  test("is refused over an existing file, and leaves nothing if reading the store fails", async () => {
    const file = await written();
    await expect(writeBackup(upstream.services, file)).rejects.toThrow(/已经有了，不会覆盖/);
    const { objects } = upstream.services;
    const { open } = objects;
    objects.open = async (key) => {
      const found = await open(key);
      return found && { ...found, bytes: found.bytes + 1 };
    };
    await expect(written("two.tar")).rejects.toThrow();
    objects.open = open;
    expect(readdirSync(folder)).toEqual(["one.tar"]);
  });
});

describe("an archive that is not whole", () => {
  test("is detected wherever it was changed, and never restored", async () => {
    const file = await written();
    const whole = readFileSync(file);
    const damaged = join(folder, "damaged.tar");
    // A byte in every part of it: headers, names, contents, the final list.
    const step = Math.floor(whole.byteLength / 40);
    for (let at = 1; at < whole.byteLength - 1_024; at += step) {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 0x5a;
      writeFileSync(damaged, copy);
      // Padding between two files is ignored.
      if (await isPadding(file, at)) continue;
      await expect(verify(damaged), `byte ${at}`).rejects.toThrow();
    }
    writeFileSync(damaged, whole);
    truncateSync(damaged, whole.byteLength - 5_000);
    await expect(verify(damaged)).rejects.toThrow(/不完整|校验/);
    await expect(restore(damaged)).rejects.toThrow();
    expect(existsSync(join(elsewhere.config.dataDir, "objects"))).toBe(false);
  });

  test("that lacks a file named in the database says which", async () => {
    await upstream.services.objects.remove("content/202611/a.webp");
    const file = await written();
    const { lacking } = await verify(file);
    // A PostgreSQL dump is listed, not opened.
    expect(lacking).toEqual(PG_SERVER ? [] : ["缺少文件 content/202611/a.webp"]);
  });

  test.each(["../outside.txt", "/etc/outside", "objects/../../x.txt", "objects//x"])(
    "that contains a path outside its folder (%s) is refused",
    async (name) => {
      const file = join(folder, "evil.tar");
      await writeTar(file, (tar) => tar.add(name, 1, [Uint8Array.of(1)]));
      await expect(readTar(file, async () => {})).rejects.toThrow(/不该有/);
    },
  );
});

describe("the job that makes backups", () => {
  test("is queued once an hour, keeps a number of backups, and reports the age of the last one", async () => {
    const { services } = upstream;
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const runner = createJobRunner(services);
    for (let hour = 0; hour < 4; hour += 1) {
      await backUpHourly(services);
      await backUpHourly(services);
      expect(await runner.runNext()).toMatchObject({ state: "done", job: { kind: "backup" } });
      expect(await runner.runNext(), "once an hour").toBeNull();
      now = new Date(now.getTime() + HOUR);
    }
    expect(readdirSync(backups)).toEqual([
      "claim.json",
      "files",
      "shequ-20261120T100000Z.tar",
      "shequ-20261120T110000Z.tar",
    ]);
    await upstream.call(adminSystemApi.startJob, { body: { kind: "verify-backup" } }, { token });
    expect(await runner.runNext()).toMatchObject({ state: "done", result: { file: "shequ-20261120T110000Z.tar" } });
    const { checks } = await upstream.call(adminSystemApi.health, {}, { token });
    expect(checks.find(({ key }) => key === "backup")?.detail).toContain("上一次备份在 1 小时前");
    truncateSync(join(backups, "shequ-20261120T110000Z.tar"), 100_000);
    await upstream.call(adminSystemApi.startJob, { body: { kind: "verify-backup" } }, { token });
    expect(await runner.runNext()).toMatchObject({ state: "failed" });
  });
});

/** Whether a byte of an archive is in the padding after a file. */
async function isPadding(file: string, at: number): Promise<boolean> {
  const bytes = readFileSync(file);
  for (let header = 0; header < bytes.byteLength; ) {
    const size = Number.parseInt(bytes.subarray(header + 124, header + 135).toString("latin1"), 8);
    if (Number.isNaN(size)) return true;
    const end = header + 512 + size;
    const next = Math.ceil(end / 512) * 512;
    if (at >= end && at < next) return true;
    if (at < next) return false;
    header = next;
  }
  return true;
}
