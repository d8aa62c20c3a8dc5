import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { sweep } from "#upstream/jobs/sweep";

const DAY = 86_400_000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(() => upstream.close());

const left = async (table: "sessions" | "submissions") =>
  (await upstream.services.db.selectFrom(table).select("expires_at").execute()).length;

test("a table that fails keeps no other from being cleaned up, however much has expired", async () => {
  const { db } = upstream.services;
  await upstream.tokenOf(await upstream.addUser("爱丽丝"));
  const expires_at = new Date(now.getTime() + DAY).toISOString();
  for (let n = 0; n < 2_500; n += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      sender: "user/1",
      key: `key-${n + at}`,
      body_hash: "",
      result: "",
      expires_at,
    }));
    await db.insertInto("submissions").values(rows).execute();
  }
  await db
    .insertInto("submissions")
    .values({ sender: "user/2", key: "later", body_hash: "", result: "", expires_at: "2199-01-01T00:00:00.000Z" })
    .execute();
  now = new Date(now.getTime() + 40 * DAY);
  await sql`alter table rate_limits rename to damaged`.execute(db);
  await expect(sweep(upstream.services)).rejects.toThrow("rate_limits");
  await sql`alter table damaged rename to rate_limits`.execute(db);
  expect([await left("sessions"), await left("submissions")]).toEqual([0, 1]);
});
