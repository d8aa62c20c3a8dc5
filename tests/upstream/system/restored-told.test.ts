import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR, SECOND } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { Services } from "#upstream/call/context";
import { markRestored } from "#upstream/db/instance-of-data";
import { sweepRegularly } from "#upstream/jobs/schedule";
import { logStartProblems } from "#upstream/modules/admin/start/log-start-problems";
import { healthChecks } from "#upstream/modules/admin/system/health";
import { takeOver } from "#upstream/modules/backup/claim";
import { writeReadOnly } from "#upstream/modules/config/read-only";

const WAITS = { detail: expect.stringContaining("还没有接管"), todo: expect.stringContaining("take-over") };

let folder: string;
let upstream: TestUpstream;
let told: Record<string, unknown>[];
let services: Services;

/** A site that was restored on a machine on which the backup location can't be written to. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-restored-"));
  writeFileSync(join(folder, "file"), "");
  const backups = { place: { kind: "folder" as const, folder: join(folder, "file", "backups") }, keep: 2 };
  upstream = await createTestUpstream({ config: { dataDir: folder, backups: backups as never } });
  await markRestored(upstream.services.db);
  told = [];
  services = { ...upstream.services, note: (event, fields = {}) => told.push({ event, ...fields }) };
});
afterEach(async () => {
  vi.useRealTimers();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const checked = async (key: string) => (await healthChecks(services)).find((one) => one.key === key);

test("the checks and the log's first lines name the take-over before a location that can't be written to", async () => {
  expect(await checked("backup")).toMatchObject({ state: "bad", ...WAITS });
  await logStartProblems(services);
  expect(told).toContainEqual({ event: "machine_check", check: "backup", ...WAITS });
  await takeOver(services, null, []);
  expect(await checked("backup")).toMatchObject({ state: "bad", detail: expect.stringContaining("不能写入") });
});

test("the check of the mail says that none are sent before the take-over", async () => {
  expect(upstream.services.mail).not.toBeNull();
  expect(await checked("mail")).toMatchObject({ state: "warn", detail: "本站还没有接管，不会寄出通知" });
  await takeOver(services, null, []);
  expect(await checked("mail")).toMatchObject({ state: "ok" });
});

test.each(["", "本站正在搬家"])(
  "the log repeats every hour that the site has not taken over (read-only: %j)",
  async (readOnly) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await writeReadOnly(services, readOnly);
    const stop = sweepRegularly(services);
    const reminders = () => told.filter(({ event }) => event === "machine_check");
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    await vi.waitFor(() => expect(services.readOnly.sentence()).toBe(readOnly));
    for (const hours of [1, 2]) {
      await vi.advanceTimersByTimeAsync(HOUR);
      await vi.waitFor(() => expect(reminders()).toHaveLength(hours));
    }
    expect(reminders()[0]).toEqual({ event: "machine_check", check: "backup", ...WAITS });
    await takeOver(services, null, []);
    await vi.advanceTimersByTimeAsync(HOUR);
    await stop();
    expect(reminders()).toHaveLength(2);
  },
);
