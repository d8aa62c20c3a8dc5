import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig, type UpstreamConfig } from "#upstream/config";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { createMinuteCopies } from "#upstream/jobs/backup/minute-copies";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { refreshLimits } from "#upstream/modules/limit/refresh";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

const clock = () => new Date("2026-11-20T08:00:00.000Z");

let folder: string;
let upstream: TestUpstream;
let elsewhere: UpstreamConfig;
const drops: (() => Promise<void>)[] = [];

async function newPlace(name: string): Promise<DatabaseConfig> {
  if (!PG_SERVER) return { kind: "sqlite", file: join(folder, name, "shequ.db") };
  const { url, drop } = await newDatabase();
  drops.push(drop);
  return { kind: "postgres", url };
}

/** A site that its operator has closed for a change of machines. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-closed-"));
  const dataDir = join(folder, "site");
  const { backups } = readUpstreamConfig({ DATA_DIR: dataDir, BACKUP_DIR: join(folder, "backups") });
  upstream = await createTestUpstream({ clock, config: { dataDir, backups, database: await newPlace("site") } });
  elsewhere = { ...upstream.services.config, dataDir: join(folder, "new"), database: await newPlace("new") };
});
afterEach(async () => {
  await upstream.close();
  for (const drop of drops.splice(0)) await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Closes the site. @returns who can like what there, otherwise */
async function close(): Promise<{ member: number; article: number }> {
  const member = await upstream.addUser("林知远");
  const article = await createWriter(upstream).article({ authorId: await upstream.addUser("作者") });
  await writeReadOnly(upstream.services, "正在更换服务器");
  return { member, article };
}

/** Restores on the command line. @returns what it prints */
async function restore(what: string): Promise<string> {
  const lines: string[] = [];
  const code = await runCommandLine(["restore", what], {
    config: () => elsewhere,
    open: async () => {
      throw new Error("not needed");
    },
    from: folder,
    print: (line) => lines.push(line),
    complain: (line) => lines.push(String(line)),
  });
  expect(code, lines.join("\n")).toBe(0);
  return lines.join("\n");
}

/** Likes something at the restored site. */
async function write({ member, article }: { member: number; article: number }): Promise<void> {
  const restored = await createTestUpstream({ clock, config: elsewhere });
  try {
    await refreshLimits(restored.services);
    const body = { targetKind: "article", targetId: article } as const;
    await restored.call(likeApi.add, { body }, { as: member });
  } finally {
    await restored.close();
  }
}

describe("a site that was read-only when it was backed up is writable once restored, and the command says so", () => {
  test("from an archive", async () => {
    const who = await close();
    await writeBackup(upstream.services, join(folder, "closed.tar"));
    expect(await restore("closed.tar")).toContain("备份时那个站只能浏览；恢复出来的可以写");
    await write(who);
  });

  test.skipIf(PG_SERVER)("from the copies of each minute", async () => {
    const who = await close();
    const place = backupPlaceOf(upstream.services.config) as BackupPlace;
    const minutes = createMinuteCopies(upstream.services, place, join(folder, "site", "shequ.db"));
    await minutes.copy();
    await minutes.close();
    expect(await restore("latest")).toContain("备份时那个站只能浏览；恢复出来的可以写");
    await write(who);
  });

  test("and nothing is said about one that was not", async () => {
    await writeBackup(upstream.services, join(folder, "open.tar"));
    expect(await restore("open.tar")).not.toContain("只能浏览");
  });
});
