import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { queueBackup } from "#upstream/jobs/run-jobs";
import { healthChecks } from "#upstream/modules/admin/system/health";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { keepFinished } from "#upstream/modules/job/queue";
import { createLimitsRefresher } from "#upstream/modules/limit/refresh";

const SENTENCE = "正在更换服务器";
const REOPEN = expect.stringContaining("read-only off");

let now: Date;
let upstream: TestUpstream;

beforeEach(async () => {
  now = new Date("2026-11-20T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
});
afterEach(() => upstream.close());

async function run(...words: string[]): Promise<void> {
  const lines: string[] = [];
  const code = await runCommandLine(words, {
    config: () => upstream.services.config,
    open: async () => ({ ...upstream.program, close: async () => {} }),
    from: ".",
    print: (line) => lines.push(line),
    complain: (what) => lines.push(String(what)),
  });
  expect(code, lines.join("\n")).toBe(0);
}

const checked = async (key: string) =>
  (await healthChecks({ ...upstream.services, databaseClock: async () => now })).find((one) => one.key === key);

test("a check says that the site is read-only, since when, and how it ends", async () => {
  expect(await checked("read-only")).toEqual({ key: "read-only", state: "ok", detail: "可以写", todo: "" });
  await run("read-only", "on", "--text", SENTENCE);
  now = new Date(now.getTime() + 5 * HOUR);
  const detail = `本站只能浏览 5 小时了：“${SENTENCE}”。谁也不能登录，定时任务都停着，也不备份`;
  expect(await checked("read-only")).toEqual({ key: "read-only", state: "warn", detail, todo: REOPEN });
});

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

/** A site with a finished backup, and a job that waits. */
async function backedUpAndWaiting(): Promise<void> {
  await keepFinished(
    { ...upstream.services, databaseClock: async () => now },
    { kind: "backup", began: now, result: { message: "", problems: [] } },
  );
  await queueBackup(upstream.services);
}

test("an old backup and a waiting job are not blamed on something else meanwhile", async () => {
  await backedUpAndWaiting();
  await run("read-only", "on", "--text", SENTENCE);
  later(5 * HOUR);
  await run("read-only", "on", "--text", "还要一会儿");
  expect((await checked("read-only"))?.detail).toContain("5 小时");
  for (const key of ["backup", "jobs"]) expect(await checked(key)).toMatchObject({ state: "warn", todo: REOPEN });
  await run("read-only", "off");
  for (const key of ["backup", "jobs"]) expect(await checked(key)).toMatchObject({ state: "bad" });
});

test("a backup and a job that were late before the site became read-only are not excused", async () => {
  await backedUpAndWaiting();
  later(5 * HOUR);
  await run("read-only", "on", "--text", SENTENCE);
  for (const key of ["backup", "jobs"]) expect(await checked(key)).toMatchObject({ state: "bad" });
});

test("a location that can't be written to is not excused", async () => {
  const folder = join(upstream.services.config.dataDir, "file", "backups");
  writeFileSync(join(upstream.services.config.dataDir, "file"), "");
  await backedUpAndWaiting();
  await run("read-only", "on", "--text", SENTENCE);
  later(5 * HOUR);
  const backups = { place: { kind: "folder", folder }, kept: { hourly: 1, daily: 0, weekly: 0 } } as const;
  const services = {
    ...upstream.services,
    config: { ...upstream.services.config, backups },
    databaseClock: async () => now,
  };
  expect((await healthChecks(services)).find(({ key }) => key === "backup")).toMatchObject({ state: "bad" });
});

test("the audit log has an entry for each change by an operator, and none for a move's", async () => {
  const entries = () =>
    upstream.services.db.selectFrom("audit_log").select(["action", "via", "before", "after"]).orderBy("id").execute();
  const on = [{ action: "read-only.on", via: "command-line", before: { sentence: "" }, after: { sentence: SENTENCE } }];
  const parsed = async () =>
    (await entries()).map(({ before, after, ...rest }) => ({
      ...rest,
      before: JSON.parse(before ?? ""),
      after: JSON.parse(after ?? ""),
    }));
  await run("read-only", "on", "--text", SENTENCE, "--dry-run");
  expect(await parsed()).toEqual([]);
  await run("read-only", "on", "--text", SENTENCE);
  await run("read-only", "on", "--text", SENTENCE);
  expect(await parsed()).toEqual(on);
  await run("read-only", "off");
  expect((await parsed()).map(({ action }) => action)).toEqual(["read-only.on", "read-only.off"]);
  await writeReadOnly(upstream.services, "本站正在搬家");
  expect(await entries()).toHaveLength(2);
});

test("each server logs once that it is read-only, and once that it no longer is", async () => {
  const told: unknown[] = [];
  const services = { ...upstream.services, note: (event: string, fields = {}) => told.push({ event, ...fields }) };
  const refreshLimits = createLimitsRefresher();
  const refresh = async () => {
    await refreshLimits(services);
    await refreshLimits(services);
  };
  await refresh();
  expect(told).toEqual([]);
  await writeReadOnly(services, SENTENCE);
  await refresh();
  expect(told).toEqual([{ event: "read_only", sentence: SENTENCE }]);
  await writeReadOnly(services, "");
  await refresh();
  expect(told.slice(1)).toEqual([{ event: "writable_again" }]);
});
