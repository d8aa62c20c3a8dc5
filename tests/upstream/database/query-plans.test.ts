import { type Compilable, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { comingNotifications } from "#upstream/modules/notification/queries";

let world: TestUpstream;
beforeAll(async () => {
  world = await createTestUpstream();
});
afterAll(() => world.close());

/** How the database would answer, in its own words; as if tables were too large to be read through. */
async function planOf(query: Compilable): Promise<string> {
  const { db, connection } = world.services;
  const { sql: text, parameters } = query.compile();
  const values = parameters.map((value) => (typeof value === "number" ? String(value) : `'${value}'`));
  const filled = text.replace(/\$\d+|\?/g, () => values.shift() ?? "");
  if (connection.kind === "sqlite") {
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${filled}`).execute(db);
    return rows.map(({ detail }) => detail).join("\n");
  }
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const { rows } = await sql.raw<Record<string, string>>(`explain ${filled}`).execute(trx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("the bell's look for what is to come is one step in an index, however much is unread", async () => {
  const plan = await planOf(comingNotifications(world.services.db, 7, "2026-05-01T00:00:00.000Z"));
  expect(plan).toMatch(/news_coming/);
  expect(plan).not.toMatch(/temp b-tree|\bsort\b/i);
});
