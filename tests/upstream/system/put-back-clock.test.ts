import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR, MINUTE } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { holdLease } from "#upstream/jobs/backup/lease";
import { requestJob, takeJob } from "#upstream/modules/job/queue";

let world: TestUpstream;
let now = Date.parse("2026-11-24T08:00:00Z");
const databaseClock = async () => new Date(now);

beforeAll(async () => {
  world = await createTestUpstream();
});
afterAll(() => world.close());

test("a lease of a process that died while the clock ran ahead is free once it is put back", async () => {
  const services = { db: world.services.db, databaseClock };
  const hold = (holder: string) => holdLease(services, { name: "put back", holder, milliseconds: 3 * MINUTE });
  now += HOUR;
  expect(await hold("who died")).toBe(true);
  expect(await hold("another")).toBe(false);
  now -= HOUR;
  expect(await hold("another")).toBe(true);
  expect(await hold("who died")).toBe(false);
  now += 4 * MINUTE;
  expect(await hold("who died")).toBe(true);
});

test("a job of a process that died while the clock ran ahead is begun anew once it is put back", async () => {
  const services = { db: world.services.db, databaseClock };
  const id = await requestJob(services.db, world.services, { kind: "recount", askedBy: null });
  now += HOUR;
  expect(await takeJob(services)).toMatchObject({ id, tries: 1 });
  expect(await takeJob(services)).toBeNull();
  now -= HOUR;
  await takeJob(services);
  expect(await takeJob(services).then((job) => job ?? "running")).toBe("running");
  const job = await services.db.selectFrom("jobs").select("tries").where("id", "=", id).executeTakeFirstOrThrow();
  expect(job.tries).toBe(2);
});
