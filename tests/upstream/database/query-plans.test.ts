import { type Compilable, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { statementsOf } from "#tests/upstream/support/table-scans";
import { isAbout } from "#upstream/modules/notification/hide";
import { comingNotifications, countUnread, visibleEvents } from "#upstream/modules/notification/queries";
import { peopleToCall } from "#upstream/modules/suggest/queries";

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

/** The database's query plan, with full table scans discouraged, and the union of several indexes unless it is wanted. */
async function planOf(query: Compilable, { unions = false } = {}): Promise<string> {
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
    if (!unions) await sql`set local enable_bitmapscan = off`.execute(trx);
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

test("people are called by indexes, however many members and closed accounts there are", async () => {
  const { db, connection } = upstream.services;
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(UNREAD)})
    insert into users (nickname, name_key, created_at, deleted_at)
    select case when n % 2 = 0 then '已注销' else '读者' || n end, case when n % 2 = 0 then null else '读者' || n end,
      ${sql.lit(LONG_AGO)}, case when n % 2 = 0 then ${sql.lit(LONG_AGO)} end from numbers`.execute(db);
  if (connection.kind === "postgres") await sql`vacuum analyze users`.execute(db);
  const planned = async (beginning: string, about: RegExp, values: (string | number)[]) => {
    const texts = (await statementsOf(upstream, () => peopleToCall(db, beginning))).filter((text) => about.test(text));
    expect(texts).toHaveLength(1);
    return planOf({ compile: () => ({ sql: texts[0] ?? "", parameters: values }) as never }, { unions: true });
  };
  const sounding = await planned("l", /^select "id", "nickname"/, [2_000]);
  expect(sounding).toMatch(/users_by_fans/);
  expect(sounding).not.toMatch(/temp b-tree|\bsort\b/i);
  const named = await planned("林", /coalesce/, ["林", "林\u{10ffff}", "林%", 200, 9]);
  expect(named).toMatch(/users_name_key \(name_key>|on users_name_key/);
  // PostgreSQL takes either index of nicknames, at the same cost: those who share one are few beside the first range.
  expect(named).toMatch(
    /users_sharing_name \(nickname>|on users_(?:sharing_name|nickname)[\s\S]*?Cond: .*nickname ~>=~/,
  );
  expect(named).not.toMatch(/users_name_key \(name_key=|SCAN users|Seq Scan/);
});
