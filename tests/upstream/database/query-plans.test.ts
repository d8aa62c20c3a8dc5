import { type Compilable, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { statementsOf } from "#tests/upstream/support/table-scans";
import { isAbout } from "#upstream/modules/notification/hide";
import { comingNotifications, countUnread, visibleEvents } from "#upstream/modules/notification/queries";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

const LONG_AGO = "2026-04-01T00:00:00.000Z";
const UNREAD = 20_000;

/** Unread, visible notifications of one member; PostgreSQL plans by table statistics. */
async function fillNotifications(reader: number, count = UNREAD): Promise<void> {
  const { db, connection } = upstream.services;
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into news (user_id, kind, verb, actor_id, target_kind, target_id, group_key, created_at, visible_at)
    select cast(${reader} as bigint), 'like', 'like', n, 'article', n, cast(n as text), ${sql.lit(LONG_AGO)}, ${sql.lit(LONG_AGO)}
    from numbers`.execute(db);
  if (connection.kind === "postgres") await sql`vacuum analyze news`.execute(db);
}

/** The database's query plan, with full table scans discouraged. */
async function planOf(query: Compilable): Promise<string> {
  const { db, connection } = upstream.services;
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

test("the check for upcoming notifications is one index lookup, however many are unread", async () => {
  const reader = await upstream.addUser("没空看的人");
  await fillNotifications(reader);
  const plan = await planOf(
    comingNotifications(upstream.services.db, { userId: reader, now: "2026-05-01T00:00:00.000Z" }),
  );
  expect(plan).toMatch(/news_coming/);
  expect(plan).not.toMatch(/temp b-tree|\bsort\b/i);
});

test("somebody's notifications are found by indexes, however old their many are beside everybody else's", async () => {
  const [heavy, other] = [await upstream.addUser("攒了很多的人"), await upstream.addUser("刚收到的人")];
  const now = "2026-05-01T00:00:00.000Z";
  await fillNotifications(heavy);
  await fillNotifications(other, 2 * UNREAD);
  const { db } = upstream.services;
  const [badge = "", list = ""] = [
    ...(await statementsOf(upstream, () => countUnread(db, heavy, now))),
    ...(await statementsOf(upstream, () => visibleEvents(db, heavy, "like", now))),
  ];
  const withValues = (text: string) =>
    text
      .replace(/(\bid"? = |_id"? = )(?:\$\d+|\?)/g, `$1${heavy}`)
      .replace(/(kind"? = )(?:\$\d+|\?)/g, "$1'like'")
      .replace(/(limit )(?:\$\d+|\?)/g, "$11000")
      .replace(/\$\d+|\?/g, `'${now}'`);
  const planned = async (text: string) =>
    planOf({ compile: () => ({ sql: withValues(text), parameters: [] }) as never });
  const counting = await planned(badge);
  expect(counting).toMatch(/(?:Index Only Scan Backward using|USING INDEX) news_unread/);
  expect(counting).not.toMatch(/news_pkey|SCAN news/);
  const listing = await planned(list);
  expect(listing).toMatch(/(?:Index Only Scan Backward using|COVERING INDEX) news_latest/);
  expect(listing).not.toMatch(/SCAN news|Seq Scan/);
});

test("notifications about a deleted thing are found by their indexes, of which one leaves out those without a source", async () => {
  const { db } = upstream.services;
  const plan = await planOf(
    db
      .selectFrom("news")
      .select("user_id")
      .where(isAbout(db, "comment", [7, 8])),
  );
  expect(plan).toMatch(/news_target/);
  expect(plan).toMatch(/news_source/);
});

test("replies to a comment are found by the index that leaves out comments without a parent", async () => {
  const plan = await planOf(upstream.services.db.selectFrom("comments").select("id").where("parent_id", "in", [7, 8]));
  expect(plan).toMatch(/comments_parent/);
});
