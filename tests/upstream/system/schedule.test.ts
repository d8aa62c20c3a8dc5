import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR, SECOND } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { Services } from "#upstream/call/context";
import { sweepRegularly } from "#upstream/jobs/schedule";
import { writeReadOnly } from "#upstream/modules/config/read-only";

type Line = { event: string; fields: Record<string, unknown> };

let upstream: TestUpstream;
let lines: Line[];
let stop: () => Promise<void>;

/** Services that remember what is logged. */
const noting = (): Services => ({
  ...upstream.services,
  note: (event, fields = {}) => lines.push({ event, fields }),
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  upstream = await createTestUpstream();
  lines = [];
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
  await upstream.close();
});

const failures = () => lines.filter(({ event }) => event === "sweep_failed").map(({ fields }) => fields);

test("a failed job is logged by its name, with the stack trace, and does not hold up the others", async () => {
  const services = noting();
  const clock = () => {
    throw new Error("no clock");
  };
  stop = sweepRegularly({ ...services, clock, databaseClock: async () => clock() });
  await vi.advanceTimersByTimeAsync(HOUR);
  await vi.waitFor(() =>
    expect(failures().map(({ sweep }) => sweep)).toEqual(expect.arrayContaining(["expired-data", "scheduled-drafts"])),
  );
  for (const { error } of failures()) expect(error).toMatch(/no clock\n\s+at /);
});

test("while the site is read-only, no job runs but the one that learns when it no longer is", async () => {
  const services = noting();
  const { db } = services;
  const expired = { token_hash: "-", purpose: "-", payload: "{}", expires_at: "2000-01-01T00:00:00.000Z" };
  await db.insertInto("one_time_tokens").values(expired).execute();
  const left = async () => (await db.selectFrom("one_time_tokens").select("purpose").execute()).length;
  await writeReadOnly(services, "本站正在搬家");
  stop = sweepRegularly(services);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await vi.waitFor(() => expect(services.readOnly.sentence()).toBe("本站正在搬家"));
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(await left()).toBe(1);
  await writeReadOnly(services, "");
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await vi.waitFor(() => expect(services.readOnly.sentence()).toBe(""));
  await vi.advanceTimersByTimeAsync(HOUR);
  await vi.waitFor(async () => expect(await left()).toBe(0));
});
