import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleApi } from "#app/contract/admin/system/console";
import type { ReconcileLine } from "#app/contract/admin/zhiku/reconcile";
import { activityApi } from "#app/contract/content/activity";
import { JOINING } from "#app/contract/people/agreements";
import { userApi } from "#app/contract/people/user";
import { configApi } from "#app/contract/site/config";
import { DEMO_STAFF, DEMO_STAFF_PASSWORD } from "#app/contract/site/demo-staff";
import { siteTextKeys } from "#app/contract/site/site-texts";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { fillDemoWorld } from "#upstream/demo/fill";
import { recallCharges } from "#upstream/demo/recall-charges";
import { settleTimes } from "#upstream/jobs/settle-times";
import { comparedOf, reconcileDay } from "#upstream/modules/zhiku/reconcile/reconcile";
import type { Pay } from "#upstream/services/pay/pay";

const NOW = new Date("2026-11-20T08:00:00Z");
/** Milliseconds; some seconds on an idle machine. */
const FILL = 300_000;
const IN_MEMORY = { kind: "sqlite", file: ":memory:" } as const;

let upstream: TestUpstream;
const said: string[] = [];

/** A hash of each table after the fill; a login updates old rows. */
let filled: Record<string, string>;
beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => NOW });
  await fillDemoWorld(upstream.services, (line) => said.push(line));
  filled = await digest(upstream);
}, FILL);
afterAll(() => upstream.close());

const countOf = async (from: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(upstream.services.db);
  return Number(rows[0]?.n);
};

test("the demo writes every text that a page reads, agreements included, and no others", async () => {
  const rows = await upstream.services.db.selectFrom("site_texts").select("key").execute();
  expect(rows.map(({ key }) => key).sort()).toEqual([...siteTextKeys, ...JOINING].sort());
});

test("the demo has no due times that a clock set back would postpone", async () => {
  expect(await settleTimes(upstream.services)).toBe(0);
});

describe("the demo world has", () => {
  test.each([
    ["authors", "users where article_count + answer_count + question_count > 0", 40],
    ["authors with a picture and a line about themselves", "users where avatar <> '' and headline <> ''", 40],
    ["questions", "questions", 200],
    ["questions with an accepted answer", "questions where accepted_answer_id is not null", 30],
    ["questions that nobody has answered", "questions where answer_count = 0", 5],
    ["answers", "answers", 800],
    ["articles", "articles", 150],
    ["articles with a cover", "articles where cover is not null", 75],
    ["long texts", "articles where length >= 1400", 15],
    ["articles with a table", "articles where content_html like '%<table%'", 5],
    ["texts with code", "articles where content_html like '%<pre%'", 5],
    ["texts with a picture", "articles where content_html like '%<img%'", 5],
    ["cases", "cases", 24],
    ["cases of every classification", "classifications where kind = 'case' and total > 0", 6],
    ["articles of every classification", "classifications where kind = 'article' and total > 0", 8],
    ["activities", "activities", 12],
    ["announcements", "announcements", 20],
    ["comments", "comments", 3_000],
    ["words of the site's own", "words", 5],
    ["reports that were decided", "reports where state in ('upheld', 'dismissed')", 2],
    ["members who are muted", "sanctions where lifted_at is null", 1],
    ["messages of staff: sent, scheduled, a draft", "(select distinct state from messages) as states", 3],
    ["entries of the log", "audit_log", 8],
    ["versions of agreements", "agreements", 3],
    ["consents to an older version", "consents where key = 'terms' and agreed_version = 1", 100],
    ["consents to the version in effect", "consents where key = 'terms' and agreed_version = 2", 50],
    ["members who never agreed", "users where id not in (select user_id from consents)", 5],
    ["replies", "comments where parent_id is not null", 500],
    ["follows of people", "user_follows", 500],
    ["follows of questions", "question_follows", 500],
    ["likes", "likes", 3_000],
    ["favorites", "favorites", 500],
    ["votes", "votes", 5_000],
    ["votes against", "votes where value = -1", 50],
    ["forms", "forms", 2],
    ["texts that wait for staff", "reviews where state = 'waiting'", 60],
    ["answers to forms that nobody has handled", "form_submissions where state = 'new'", 6],
    ["answers to forms that somebody has", "form_submissions where state = 'handled'", 2],
    ["appeals", "appeals where state = 'open'", 2],
    ["reported things", "(select distinct target_kind, target_id from reports where state = 'open') as reported", 15],
    ["categories of zhiku", "zhiku_categories where parent_id is null", 6],
    ["documents of zhiku", "zhiku_contents", 60],
    ["documents of real length", "zhiku_contents where length >= 900", 60],
    ["documents with a free part and a paid one", "zhiku_contents where free_html <> '' and length > 600", 60],
    ["trials", "zhiku_contents where trial = 1", 6],
    ["drafts of zhiku", "zhiku_contents where draft = 1", 1],
    ["hidden documents", "zhiku_contents where deleted_at is not null and draft = 0 and removed_at is null", 1],
    ["offers off sale", "zhiku_offers where on_sale = 0", 1],
    ["pinned questions", "pins where kind = 'question' and place = 'home'", 1],
    ["featured articles", "articles where featured = 1", 4],
    ["documents with an original", "zhiku_contents where document is not null", 10],
    ["attachments", "zhiku_attachments", 40],
    ["spreadsheets", "zhiku_attachments where file_name like '%.xlsx'", 10],
    ["readers of zhiku", "zhiku_readings", 100],
    ["orders", "zhiku_orders", 7],
    ["orders that were refunded", "zhiku_orders where state = 'refunded'", 1],
    ["refunds under way", "zhiku_refunds where state = 'underway'", 1],
    ["refunds that wait for a second person", "zhiku_refunds where state = 'waiting'", 1],
    ["days that are not what WeChat Pay's bill says", "zhiku_reconciliations where differences > 0", 1],
    ["days that are", "zhiku_reconciliations where differences = 0", 3],
  ])("%s", async (_, from, least) => {
    expect(await countOf(from)).toBeGreaterThanOrEqual(least);
  });

  test("coming, running and past activities", async () => {
    const { list, total } = await upstream.call(activityApi.list, { query: { pageSize: 50 } });
    expect(list).toHaveLength(total);
    expect(new Set(list.map((one) => one.state))).toEqual(new Set(["upcoming", "running", "over"]));
  });

  test("a registration form for each activity that one can still attend", async () => {
    const open = upstream.services.db
      .selectFrom("activities")
      .innerJoin("forms", "forms.id", "activities.form_id")
      .select(["activities.title", "forms.title as form", "forms.fields"]);
    const rows = await open.execute();
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { title, form, fields } of rows) {
      expect(form).toBe("活动报名");
      expect(JSON.stringify(fields), "can be chosen").toContain(title);
    }
  });

  test("banners, posters, recommended authors, a footer with its filing number, texts and policies", async () => {
    const banners = await upstream.call(configApi.banner, {});
    const posters = await upstream.call(configApi.poster, {});
    expect(banners.length).toBeGreaterThanOrEqual(3);
    expect(posters.length).toBeGreaterThanOrEqual(1);
    for (const { image } of [...banners, ...posters])
      expect(image).toMatchObject({ url: expect.stringMatching(/^\/oss/) });
    expect((await upstream.call(configApi.recommendAuthor, {})).length).toBeGreaterThanOrEqual(5);
    const footer = await upstream.call(configApi.footer, {});
    expect(footer.icp).toMatch(/ICP备/);
    expect(footer.groups.flatMap(({ links }) => links).length).toBeGreaterThanOrEqual(6);
    for (const key of ["about", "joinus", "terms", "privacy"]) {
      const row = await upstream.services.db
        .selectFrom("site_texts")
        .select("content_html")
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      expect(row.content_html?.length, key).toBeGreaterThan(1_000);
    }
  });

  test("staff of every role, who log in with the password that the demo shows", async () => {
    for (const { phone, role } of DEMO_STAFF) {
      const { token } = await upstream.call(userApi.login, { body: { phone, password: DEMO_STAFF_PASSWORD } });
      expect((await upstream.call(consoleApi.me, {}, { token })).roles).toEqual([role]);
    }
  });

  test("orders that the fake WeChat Pay still knows after a restart, from its stored bills", async () => {
    const { services } = upstream;
    await recallCharges(services);
    const brief = (lines: readonly ReconcileLine[]) => lines.map(({ kind, what, orderNo }) => [kind, what, orderNo]);
    const kept = await services.db.selectFrom("zhiku_reconciliations").selectAll().execute();
    for (const row of kept) {
      const known = comparedOf(row);
      const again = await reconcileDay(services, services.pay as Pay, row.day);
      expect([again.sums, brief(again.lines)], row.day).toEqual([known.sums, brief(known.lines)]);
    }
    expect(brief(kept.flatMap((row) => comparedOf(row).lines)).map(([kind, what]) => [kind, what])).toEqual([
      ["refund", "state"],
    ]);
  });

  test("no times in the future, and no answer before its question", async () => {
    const now = NOW.toISOString();
    for (const table of ["users", "questions", "answers", "articles", "cases", "comments", "announcements", "votes"]) {
      expect(await countOf(`${table} where created_at > '${now}'`), table).toBe(0);
    }
    expect(await countOf("answers a join questions q on q.id = a.question_id where a.created_at < q.created_at")).toBe(
      0,
    );
    expect(await countOf("comments c join comments p on p.id = c.parent_id where c.created_at < p.created_at")).toBe(0);
    expect(await countOf("articles a join users u on u.id = a.author_id where a.created_at < u.created_at")).toBe(0);
  });
});

test("every counter, rank and list agrees with the rows", () => expectConsistent(upstream.services.db));

test("filling the demo reports its progress", () => {
  expect(said.length).toBeGreaterThan(4);
  expect(said.at(-1)).toMatch(/218 个问题、828 个回答、160 篇文章/);
});

// One fill takes a quarter of a minute of CPU time; on PostgreSQL both are compared, where the other one is of another
// database.
test.runIf(PG_SERVER)(
  "two fills at the same time are identical to the last row, on either database",
  async () => {
    const other = await createTestUpstream({ clock: () => NOW, config: { database: IN_MEMORY } });
    try {
      await fillDemoWorld(other.services, () => {});
      expect(await digest(other)).toEqual(filled);
    } finally {
      await other.close();
    }
  },
  FILL,
);

/** A hash of each table that a fill writes. */
async function digest({ services }: TestUpstream): Promise<Record<string, string>> {
  const tables = {
    users: "id",
    questions: "id",
    answers: "id",
    articles: "id",
    cases: "id",
    activities: "id",
    announcements: "id",
    comments: "id",
    classifications: "id",
    forms: "id",
    objects: "key",
    site_texts: "key",
    votes: "user_id, answer_id",
    likes: "user_id, target_kind, target_id",
    zhiku_contents: "id",
    zhiku_attachments: "id",
    zhiku_readings: "user_id, content_id",
    favorites: "user_id, target_kind, target_id",
    user_follows: "follower_id, followed_id",
    question_follows: "user_id, question_id",
    list_totals: "list",
    related_questions: "question_id, position",
  };
  const result: Record<string, string> = {};
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await sql`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(services.db);
    result[table] = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  }
  return result;
}
