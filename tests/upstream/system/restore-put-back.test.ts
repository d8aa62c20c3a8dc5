import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import type { UpstreamConfig } from "#upstream/config";
import { setAside } from "#upstream/jobs/backup/empty-place";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { archiveAt } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";

const KEYS = ["content/202611/a.webp", "content/202611/b.webp"];
/** Longest path of Linux, without the zero at its end. */
const PATH_MAX = 4095;

let folder: string;
let config: UpstreamConfig;
/** What the site held, and an archive of it. */
let before: Record<string, string>;
let archive: string;
let drop = async () => {};

const open = () => createTestUpstream({ config: { dataDir: config.dataDir, database: config.database } });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-put-back-"));
  const target = PG_SERVER ? await newDatabase() : null;
  drop = target?.drop ?? (async () => {});
  const dataDir = join(folder, "data");
  const upstream: TestUpstream = await createTestUpstream({
    config: {
      dataDir,
      database: target ? { kind: "postgres", url: target.url } : { kind: "sqlite", file: join(dataDir, "shequ.db") },
    },
  });
  config = upstream.services.config;
  await upstream.addUser("林知远");
  for (const key of KEYS) await upstream.services.objects.put(key, Uint8Array.of(1, 2, 3), "image/webp");
  archive = join(folder, "one.tar");
  await writeBackup(upstream.services, archive);
  await upstream.addUser("备份之后来的人");
  before = await databaseState(upstream.services.db);
  await upstream.close();
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function expectUnchanged(): Promise<void> {
  const upstream = await open();
  try {
    expect(await databaseState(upstream.services.db)).toEqual(before);
    for (const key of KEYS) expect(await upstream.services.objects.sizeOf(key), key).toBe(3);
  } finally {
    await upstream.close();
  }
  const aside = readdirSync(config.dataDir).filter(
    (name) => name.includes(".before-") || name.startsWith(".restoring"),
  );
  expect(aside).toEqual([]);
}

test("a restore that is stopped puts everything back, and says so", async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const restored = restoreBackup(config, await archiveAt(archive), {
    replace: true,
    async progress() {
      stop.abort();
    },
    stopSignal() {
      asked.push("once");
      return stop.signal;
    },
  });
  await expect(restored).rejects.toThrow("按要求停下了，没有恢复，原来的都在");
  expect(asked).toEqual(["once"]);
  await expectUnchanged();
});

test("Ctrl-C reaches a restore of the command line", async () => {
  const told: unknown[] = [];
  const { host } = new URL(config.publicOrigin);
  const code = await runCommandLine(["restore", archive, "--confirm", host], {
    config: () => config,
    open: () => Promise.reject(new Error("a restore opens no site")),
    from: folder,
    print: (text) => told.push(text),
    complain: (what) => told.push(what),
    stopSignal: () => AbortSignal.abort(),
  });
  expect([code, ...told]).toEqual([1, "按要求停下了，没有恢复，原来的都在"]);
  await expectUnchanged();
});

test.skipIf(process.platform !== "linux")("the database is put back if the files can't be put aside", async () => {
  // A folder whose `objects` has just room for its name, but not for a longer one.
  let dataDir = folder;
  for (let left = PATH_MAX - 20 - dataDir.length; left > 0; left = PATH_MAX - 20 - dataDir.length) {
    dataDir = join(dataDir, "d".repeat(Math.max(1, Math.min(200, left - 1))));
  }
  mkdirSync(join(dataDir, "objects"), { recursive: true });
  await expect(setAside({ ...config, dataDir })).rejects.toThrow(/ENAMETOOLONG/);
  expect(existsSync(join(dataDir, "objects"))).toBe(true);
  await expectUnchanged();
});
