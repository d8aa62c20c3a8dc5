import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import type { UpstreamConfig } from "#upstream/config";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { archiveAt } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { moveSite } from "#upstream/jobs/move/move-site";

const clock = () => new Date("2026-11-20T08:00:00.000Z");
const folder = mkdtempSync(join(tmpdir(), "shequ-twice-"));
const drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function newPlace(name: string): Promise<DatabaseConfig> {
  if (!PG_SERVER) return { kind: "sqlite", file: join(folder, name, "shequ.db") };
  const { url, drop } = await newDatabase();
  drops.push(drop);
  return { kind: "postgres", url };
}

/** Runs work with the site of these settings. */
async function within<T>(config: Partial<UpstreamConfig>, work: (upstream: TestUpstream) => Promise<T>): Promise<T> {
  const upstream = await createTestUpstream({ clock, config });
  try {
    return await work(upstream);
  } finally {
    await upstream.close();
  }
}

const backedUp = async ({ services }: TestUpstream, name: string) => {
  const file = join(folder, name);
  await writeBackup(services, file);
  return archiveAt(file);
};

test("a site that was restored over another is backed up, restored again and moved without what was put aside", async () => {
  const config = { dataDir: join(folder, "site"), database: await newPlace("site") };
  const [first, settings] = await within(config, async (upstream) => {
    await createWriter(upstream).article({ authorId: await upstream.addUser("林知远"), content: "麒麟" });
    return [await backedUp(upstream, "first.tar"), upstream.services.config] as const;
  });
  await restoreBackup(settings, first, { replace: true });
  const second = await within(config, (upstream) => backedUp(upstream, "second.tar"));
  await restoreBackup(settings, second, { replace: true });
  const elsewhere = { dataDir: join(folder, "moved"), database: await newPlace("moved") };
  const rows = await within(config, async (upstream) => {
    const { versions: _versions, ...before } = await databaseState(upstream.services.db);
    const reindex = async () => {};
    await moveSite(upstream.services, { to: elsewhere.database, dryRun: false, heardAfter: 0, reindex });
    return before;
  });
  expect(rows.articles).toContain("麒麟");
  await within(elsewhere, async ({ services }) =>
    expect((await databaseState(services.db)).articles).toBe(rows.articles),
  );
});
