import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { readUpstreamConfig } from "#upstream/config";
import { BASE, createMinuteCopies } from "#upstream/jobs/backup/minute-copies";
import { restoreNewestMinute } from "#upstream/jobs/backup/restore-backup";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

const MINUTE = 60_000;

let folder: string;
let now: Date;
let upstream: TestUpstream;
let place: BackupPlace;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-lease-"));
  now = new Date("2026-11-20T08:00:00.000Z");
  const dataDir = join(folder, "data");
  const { backups } = readUpstreamConfig({ DATA_DIR: dataDir, BACKUP_DIR: join(folder, "backups") });
  upstream = await createTestUpstream({
    clock: () => now,
    config: { dataDir, backups, ...(PG_SERVER ? {} : { database: { kind: "sqlite", file: file() } }) },
  });
  place = backupPlaceOf(upstream.services.config) as BackupPlace;
});
afterEach(async () => {
  vi.useRealTimers();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "data", "shequ.db");
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const folders = () => readdirSync(join(folder, "backups", "minutes"));
/** A process's copies. */
const copies = (to = place) => createMinuteCopies(upstream.services, to, file());

/** A location that takes a copy of the database only after `goOn` was called. */
function slowPlace() {
  let goOn = () => {};
  let reached = () => {};
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: BackupPlace = {
    ...place,
    async put(name, body, bytes) {
      if (name.endsWith(BASE)) {
        reached();
        await gate;
      }
      await place.put(name, body, bytes);
    },
  };
  return { slow, begun, goOn };
}

/** Nicknames of the state that would be restored now. */
async function restoredNames(): Promise<string[]> {
  const dataDir = mkdtempSync(join(folder, "restored-"));
  const config = {
    ...upstream.services.config,
    dataDir,
    database: { kind: "sqlite" as const, file: join(dataDir, "a.db") },
  };
  await restoreNewestMinute(config, { place, key: "" });
  const other = await createTestUpstream({ clock: () => now, config });
  try {
    const rows = await other.services.db.selectFrom("users").select("nickname").execute();
    return rows.map(({ nickname }) => nickname);
  } finally {
    await other.close();
  }
}

describe.skipIf(PG_SERVER)("copies of each minute, of two processes", () => {
  test("a process that lost the lease during a long copy does not delete the other's", async () => {
    const { slow, begun, goOn } = slowPlace();
    const copying = copies(slow).copy();
    await begun;
    later(4 * MINUTE);
    await upstream.addUser("后来的人");
    const other = copies();
    await other.copy();
    goOn();
    await copying;
    expect(await restoredNames()).toContain("后来的人");
    await other.close();
  });

  test("the lease is renewed during a long copy, so that no other process begins one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { slow, begun, goOn } = slowPlace();
    const [first, second] = [copies(slow), copies()];
    const copying = first.copy();
    await begun;
    const renewedAt = async () =>
      (
        await upstream.services.db
          .selectFrom("sweeps")
          .select("began_at")
          .where("name", "=", "minute-copies")
          .executeTakeFirst()
      )?.began_at;
    for (let minute = 0; minute < 4; minute += 1) {
      later(MINUTE);
      vi.advanceTimersByTime(MINUTE);
      await expect.poll(renewedAt).toBe(now.toISOString());
    }
    await second.copy();
    goOn();
    await copying;
    expect(folders(), "the first has the lease").toHaveLength(1);
    await first.close();
  });

  test("a process that was away while another had the lease begins with a new copy of the database", async () => {
    const first = copies();
    await first.copy();
    later(4 * MINUTE);
    const second = copies();
    await second.copy();
    await second.close();
    await upstream.addUser("再后来的人");
    later(MINUTE);
    await first.copy();
    expect(await restoredNames()).toContain("再后来的人");
    await first.close();
  });
});
