import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FigureKey, figureKeys } from "#app/contract/admin/desk/figure-names";
import { adminFiguresApi } from "#app/contract/admin/desk/figures";
import { userApi } from "#app/contract/people/user";
import { searchApi } from "#app/contract/reading/search";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { asStaff } from "#upstream/command-line/as-staff";
import { COMMANDS } from "#upstream/command-line/commands";
import { countFigures } from "#upstream/modules/figures/count-figures";
import { figuresCsv } from "#upstream/modules/figures/csv";
import { flushFigures } from "#upstream/modules/figures/flush";
import { readFigures } from "#upstream/modules/figures/read";
import { addUp } from "#upstream/modules/figures/steps";
import { createFigureCounts } from "#upstream/services/figures/figure-counts";
import { hashPassword } from "#upstream/services/password/hash-password";

const HOUR = 3_600_000;
let now: Date;
let upstream: TestUpstream;
let owner: string;

beforeEach(async () => {
  // 1 a.m. on the 21st in China.
  now = new Date("2026-11-20T17:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};
const get = (query: { from: string; to: string; step?: "day" | "week" | "month" }, token = owner) =>
  upstream.call(adminFiguresApi.get, { query }, { token });
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const figure = async (key: FigureKey, query: Parameters<typeof get>[0] = NOVEMBER) => {
  const { labels, series } = await get(query);
  const one = series.find((each) => each.key === key);
  const values = Object.fromEntries(labels.map((label, at) => [label.slice(5), one?.values[at]]).filter(([, n]) => n));
  return { values, total: one?.total, before: one?.before };
};
const addQuestion = async (at: string) =>
  (
    await upstream.services.db
      .insertInto("questions")
      .values({
        author_id: 1,
        title: "问题",
        content: "",
        content_html: "",
        excerpt: "",
        tags: "[]",
        accepted_answer_id: null,
        top_answer_id: null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
async function addOrder(
  amount: number,
  paidAt: string | null,
  refundedAt: string | null = null,
  refundedThere: number | null = null,
): Promise<void> {
  const { db } = upstream.services;
  const offer = {
    name: "权益",
    description: "",
    category_id: null,
    price: 100,
    days: 30,
    position: 1,
    on_sale: 1,
  } as const;
  const { id } = await db.insertInto("zhiku_offers").values(offer).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("zhiku_orders")
    .values({
      order_no: `${Math.random()}`.slice(2, 24),
      user_id: 1,
      offer_id: id,
      offer_name: "权益",
      category_id: null,
      days: 30,
      amount,
      channel: amount === 0 ? ("redeem" as const) : ("native" as const),
      request_id: null,
      state: refundedAt ? ("refunded" as const) : paidAt ? ("paid" as const) : ("closed" as const),
      payer_openid: null,
      app_id: null,
      code_url: null,
      prepay_id: null,
      created_at: "2026-11-10T00:00:00.000Z",
      expires_at: null,
      asked_at: "2026-11-10T00:00:00.000Z",
      paid_at: paidAt,
      closed_at: null,
      refunded_at: refundedAt,
      refunded_there: refundedThere,
      transaction_id: null,
    })
    .execute();
}

describe("a figure counted from rows", () => {
  test("is counted from the beginning the first time, by days of China, and stored as totals rather than increments", async () => {
    await addQuestion("2026-11-05T15:59:59.999Z");
    await addQuestion("2026-11-05T16:00:00.000Z");
    await Promise.all([countFigures(upstream.services), countFigures(upstream.services)]);
    await countFigures(upstream.services);
    expect(await figure("post.question")).toEqual({ values: { "11-05": 1, "11-06": 1 }, total: 2, before: null });
    expect((await figure("member.new")).values).toEqual({ "11-21": 1 });
  });

  test("is counted again for a day until the next has ended, so that things undone by then do not count", async () => {
    const alice = await upstream.addUser("甲", "8613800000001");
    const questionId = await addQuestion(now.toISOString());
    const like = (liked: boolean) =>
      upstream.services.db
        .insertInto("likes")
        .values({ user_id: alice, target_kind: "article", target_id: questionId, created_at: now.toISOString() })
        .execute()
        .then(() => liked);
    await like(true);
    await countFigures(upstream.services);
    expect((await figure("reaction.like")).total).toBe(1);
    later(24);
    await countFigures(upstream.services);
    await upstream.services.db.deleteFrom("likes").execute();
    later(2);
    await countFigures(upstream.services);
    expect((await figure("reaction.like")).total).toBe(0);
    await like(true);
    await countFigures(upstream.services);
    later(72);
    await countFigures(upstream.services);
    later(24);
    await upstream.services.db.deleteFrom("likes").execute();
    await countFigures(upstream.services);
    expect((await figure("reaction.like")).total).toBe(1);
  });

  test("includes revenue by the orders, also of a payment reported long afterwards", async () => {
    await addOrder(1_990, "2026-11-12T00:00:00.000Z");
    await addOrder(5_000, "2026-11-12T01:00:00.000Z", "2026-11-15T00:00:00.000Z");
    // In part, on WeChat Pay's own pages.
    await addOrder(900, "2026-11-12T01:00:00.000Z", "2026-11-16T00:00:00.000Z", 300);
    await addOrder(0, "2026-11-12T01:00:00.000Z");
    await addOrder(700, null);
    await countFigures(upstream.services);
    expect(await figure("money.revenue")).toEqual({ values: { "11-12": 7_890 }, total: 7_890, before: null });
    expect((await figure("money.refunded")).values).toEqual({ "11-15": 5_000, "11-16": 300 });
    expect([(await figure("order.new")).total, (await figure("order.paid")).total]).toEqual([4, 3]);
    later(240);
    await countFigures(upstream.services);
    await addOrder(300, "2026-11-13T00:00:00.000Z");
    await countFigures(upstream.services);
    expect((await figure("money.revenue")).values).toEqual({ "11-12": 7_890, "11-13": 300 });
  });

  test("includes totals as of the last count of each day", async () => {
    await addQuestion("2026-11-18T00:00:00.000Z");
    const answered = await addQuestion(now.toISOString());
    await countFigures(upstream.services);
    expect((await figure("question.unanswered")).values).toEqual({ "11-21": 1 });
    later(20);
    await upstream.services.db.updateTable("questions").set({ answer_count: 1 }).where("id", "!=", answered).execute();
    await addQuestion("2026-11-19T00:00:00.000Z");
    await addQuestion("2026-11-19T00:00:00.000Z");
    await countFigures(upstream.services);
    expect(await figure("question.unanswered")).toMatchObject({ values: { "11-21": 2 }, total: 2 });
    const states = await get({ from: "2026-11-21", to: "2026-11-21" });
    expect(states.series.find(({ key }) => key === "size.database")?.total).toBeGreaterThan(10_000);
    expect(states.series.find(({ key }) => key === "member.day")?.total).toBe(1);
  });
});

describe("a figure of durations and shares", () => {
  const addAnswer = (questionId: number, at: string, deletedAt: string | null = null) =>
    upstream.services.db
      .insertInto("answers")
      .values({
        question_id: questionId,
        author_id: 1,
        content: "",
        content_html: "",
        excerpt: "",
        created_at: at,
        updated_at: at,
        deleted_at: deletedAt,
      })
      .execute();
  const addReview = (
    handedIn: string,
    decided: string | null,
    extra: { state?: "approved" | "refused"; target_id?: number } = {},
  ) =>
    upstream.services.db
      .insertInto("reviews")
      .values({
        author_id: 1,
        kind: "comment",
        word: "",
        created_at: handedIn,
        decided_at: decided,
        fields: "{}",
        target_id: null,
        published_id: null,
        ...(decided ? { state: "approved" as const } : {}),
        ...extra,
      })
      .execute();

  test("measures the time to the first answer that still exists, by the day of that answer", async () => {
    const quick = await addQuestion("2026-11-05T00:00:00.000Z");
    const slow = await addQuestion("2026-11-05T00:00:00.000Z");
    const never = await addQuestion("2026-11-05T00:00:00.000Z");
    await addAnswer(quick, "2026-11-05T01:00:00.000Z");
    await addAnswer(quick, "2026-11-05T02:00:00.000Z");
    await addAnswer(slow, "2026-11-05T03:00:00.000Z", "2026-11-05T04:00:00.000Z");
    await addAnswer(slow, "2026-11-09T00:00:00.000Z");
    await addAnswer(never, "2026-11-05T03:00:00.000Z", "2026-11-05T04:00:00.000Z");
    await countFigures(upstream.services);
    await countFigures(upstream.services);
    const { values } = await figure("answer.median");
    expect(Object.keys(values)).toEqual(["11-05", "11-09"]);
    expect(Math.abs(Number(values["11-05"]) / 3_600 - 1)).toBeLessThan(0.2);
    expect(Math.abs(Number(values["11-09"]) / 86_400 / 4 - 1)).toBeLessThan(0.2);
    // A month is computed from all its days, not from their medians.
    for (let n = 0; n < 3; n++)
      await addAnswer(await addQuestion("2026-11-20T00:00:00.000Z"), "2026-11-20T00:30:00.000Z");
    await countFigures(upstream.services);
    expect(
      Math.abs(Number((await figure("answer.median", { ...NOVEMBER, step: "month" })).total) / 1_800 - 1),
    ).toBeLessThan(0.2);
  });

  test("counts moderation decisions by their day, and the share of new texts that was held", async () => {
    for (const minutes of [10, 10, 10, 10, 10, 10, 10, 10, 600, 600]) {
      const decided = new Date(Date.parse("2026-11-06T00:00:00.000Z") + minutes * 60_000).toISOString();
      await addReview("2026-11-06T00:00:00.000Z", decided, minutes === 600 ? { state: "refused" } : {});
    }
    await addReview("2026-11-06T00:00:00.000Z", null);
    await addReview("2026-11-06T00:00:00.000Z", null, { target_id: 7 });
    // Approved texts count as published, too: eight of these are among the twenty.
    for (let n = 0; n < 20; n++) await addQuestion("2026-11-06T00:00:00.000Z");
    await countFigures(upstream.services);
    expect(Math.abs(Number((await figure("review.p50")).total) / 600 - 1)).toBeLessThan(0.2);
    expect(Math.abs(Number((await figure("review.p90")).total) / 36_000 - 1)).toBeLessThan(0.2);
    expect((await figure("review.held")).total).toBe(12);
    expect((await figure("review.share")).total).toBeCloseTo(11 / (20 + 11 - 8));
  });

  test("counts reports by what staff decided", async () => {
    const { db } = upstream.services;
    for (const [index, state] of (["upheld", "upheld", "upheld", "dismissed", "open"] as const).entries())
      await db
        .insertInto("reports")
        .values({
          reporter_id: 1,
          target_kind: "article",
          target_id: index + 1,
          reason: "spam",
          state,
          created_at: "2026-11-06T00:00:00.000Z",
          decided_by: null,
          decided_at: state === "open" ? null : "2026-11-06T01:00:00.000Z",
        })
        .execute();
    await countFigures(upstream.services);
    expect(await figure("report.upheld-share")).toEqual({ values: { "11-06": 0.75 }, total: 0.75, before: null });
    expect(Math.abs(Number((await figure("report.p50")).total) / 3_600 - 1)).toBeLessThan(0.2);
  });

  test("counts buyers who then read, once per order, and the documents read most", async () => {
    const { db } = upstream.services;
    const open = (contentId: number, at: string) =>
      db
        .insertInto("zhiku_journeys")
        .values({ user_id: 1, content_id: contentId, device: "", opened_at: at, updated_at: at })
        .execute();
    await addOrder(1_000, "2026-11-12T00:00:00.000Z");
    await addOrder(2_000, "2026-11-18T00:00:00.000Z");
    await addOrder(3_000, "2026-11-20T00:00:00.000Z");
    const content = {
      category_id: 1,
      type: "article" as const,
      abstract: "",
      cover: null,
      source: "",
      trial: 0 as const,
      length: 1,
      attachment_count: 0,
      document: null,
      created_at: "",
      updated_at: "",
      deleted_at: null,
      headings: "[]",
      free_html: "",
      content_html: "",
      content: "",
    };
    const category = {
      parent_id: null,
      slug: "a",
      name: "类目",
      description: "",
      cover: null,
      banner: null,
      position: 1,
    };
    const { id } = await db.insertInto("zhiku_categories").values(category).returning("id").executeTakeFirstOrThrow();
    const [read, other] = await db
      .insertInto("zhiku_contents")
      .values([
        { ...content, category_id: id, title: "读得多的" },
        { ...content, category_id: id, title: "读得少的" },
      ])
      .returning("id")
      .execute();
    await open(read?.id ?? 0, "2026-11-11T23:00:00.000Z");
    await open(read?.id ?? 0, "2026-11-13T00:00:00.000Z");
    await open(read?.id ?? 0, "2026-11-14T00:00:00.000Z");
    await open(other?.id ?? 0, "2026-11-18T01:00:00.000Z");
    const download = {
      user_id: 1,
      content_id: other?.id ?? 0,
      attachment_id: null,
      address: "",
      created_at: "2026-11-18T02:00:00.000Z",
    };
    await db
      .insertInto("zhiku_downloads")
      .values([
        { ...download, use: "download" },
        { ...download, use: "preview" },
      ])
      .execute();
    await countFigures(upstream.services);
    expect((await figure("order.read")).values).toEqual({ "11-13": 1, "11-18": 1 });
    expect((await get(NOVEMBER)).documents.map(({ title, reads, downloads }) => [title, reads, downloads])).toEqual([
      ["读得多的", 3, 0],
      ["读得少的", 1, 1],
    ]);
    expect((await get({ from: "2026-11-14", to: "2026-11-14" })).documents).toHaveLength(1);
  });

  test("counts what is overdue in the queue", async () => {
    await countFigures(upstream.services);
    expect((await figure("queue.due")).total).toBe(0);
    const draft = { kind: "announcement" as const, item_id: null, item_version: null, fields: "{}", changed_by: 1 };
    const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
    await upstream.services.db
      .insertInto("staff_drafts")
      .values([
        { ...draft, ...times, publish_at: "2026-11-20T16:00:00.000Z", failure: "" },
        { ...draft, ...times, publish_at: "2026-11-20T16:00:00.000Z", failure: "坏了" },
        { ...draft, ...times, publish_at: "2026-11-30T16:00:00.000Z", failure: "" },
      ])
      .execute();
    await countFigures(upstream.services);
    expect((await figure("queue.due")).total).toBe(1);
  });
});

describe("a figure of events that leave no row", () => {
  test("is counted where it happens and written in batches; nothing is written if nothing happened", async () => {
    const { db } = upstream.services;
    const password_hash = await hashPassword("一个很长的密码-2026", 16);
    const alice = await upstream.addUser("甲", "8613800000002");
    await db.updateTable("users").set({ password_hash }).where("id", "=", alice).execute();
    await flushFigures(upstream.services);
    expect(await db.selectFrom("metrics_daily").selectAll().execute()).toEqual([]);
    const login = (password: string) =>
      upstream
        .call(userApi.login, { body: { phone: "13800000002", password } as never })
        .then(() => true)
        .catch(() => false);
    expect([await login("一个很长的密码-2026"), await login("不对的密码-2026")]).toEqual([true, false]);
    for (const q of ["没有的词", "没有的词", "13800000002", "a@b.c"])
      await upstream.call(searchApi.content, { query: { q } });
    expect(await db.selectFrom("metrics_daily").selectAll().execute()).toEqual([]);
    await flushFigures(upstream.services);
    await flushFigures(upstream.services);
    const totals = await Promise.all(
      (["login.password", "login.failed", "search.all", "search.missed"] as const).map(
        async (key) => (await figure(key)).total,
      ),
    );
    expect(totals).toEqual([1, 1, 4, 4]);
    expect((await get(NOVEMBER)).missed).toEqual([{ word: "没有的词", times: 2 }]);
  });

  test("is summed over processes, survives a failed write, and is stored under the day on which it happened", async () => {
    const { db } = upstream.services;
    const processes = Array.from({ length: 4 }, () => ({ db, figures: createFigureCounts(() => now) }));
    const count = () => {
      for (const { figures } of processes) for (const key of ["sms.sent", "login.failed"] as const) figures.count(key);
    };
    count();
    later(24);
    count();
    const [first] = processes;
    const transaction = () => ({ execute: () => Promise.reject(new Error("gone")) });
    const broken = { getExecutor: () => db.getExecutor(), transaction };
    await expect(flushFigures({ ...first, db: broken } as never)).rejects.toThrow("gone");
    await Promise.all(processes.map(flushFigures));
    expect((await figure("sms.sent")).values).toEqual({ "11-21": 4, "11-22": 4 });
    expect((await figure("login.failed")).total).toBe(8);
  });
});

describe("figures of a range", () => {
  beforeEach(async () => {
    const rows = [
      ["2026-10-31", 5],
      ["2026-11-01", 1],
      ["2026-11-02", 2],
      ["2026-11-08", 3],
      ["2026-11-30", 4],
    ] as const;
    await upstream.services.db
      .insertInto("metrics_daily")
      .values(
        rows.flatMap(([day, value]) => [
          { day, key: "post.answer", value },
          { day, key: "right.running", value },
        ]),
      )
      .execute();
    await addUp(
      upstream.services.db,
      rows.flatMap(([day]) => [
        { day, key: "post.answer" },
        { day, key: "right.running" },
      ]),
    );
  });

  test("are summed by day, week and month, and compared with the same number of days before", async () => {
    expect(await figure("post.answer", { ...NOVEMBER, step: "month" })).toEqual({
      values: { "11-01": 10 },
      total: 10,
      before: 5,
    });
    const weeks = await figure("post.answer", { ...NOVEMBER, step: "week" });
    expect(weeks.values).toEqual({ "10-26": 1, "11-02": 5, "11-30": 4 });
    expect(await figure("right.running", { ...NOVEMBER, step: "week" })).toEqual({
      values: { "10-26": 1, "11-02": 3, "11-30": 4 },
      total: 4,
      before: 5,
    });
    expect((await get({ from: "2025-12-01", to: "2026-11-30", step: "month" })).labels).toHaveLength(12);
    const { statements } = await upstream.measure(
      adminFiguresApi.get,
      { query: { from: "2025-12-01", to: "2026-11-30" } },
      { token: owner },
    );
    // Session, pending work, figures, searches and documents.
    expect(statements).toBeLessThanOrEqual(5);
  });

  test("include revenue only for those who may see it, in the exported file as well", async () => {
    const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
    const keys = async (token: string) => (await get(NOVEMBER, token)).series.map(({ key }) => key);
    expect(await keys(owner)).toEqual(figureKeys);
    expect((await keys(editor)).filter((key) => key.startsWith("money."))).toEqual([]);
    expect(await keys(await staffToken(upstream, await addStaff(upstream, "auditor")))).toEqual(figureKeys);
    const file = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify(NOVEMBER);
      const url = "http://upstream.test/api/ext/admin/figures/export";
      return (await upstream.program.fetch(new Request(url, { method: "POST", headers, body }))).text();
    };
    expect(await file(owner)).toContain("收入");
    expect(await file(editor)).not.toContain("收入");
    expect(await file(editor)).toContain('"2026-11-08",');
  });

  test("are refused for an invalid range, and printed by the command line", async () => {
    const wrong = (from: string, to: string) =>
      get({ from, to }).catch(({ data }: { data: { fields: object } }) => Object.keys(data.fields));
    expect(await wrong("2026-11-02", "2026-11-01")).toEqual(["to"]);
    expect(await wrong("2020-01-01", "2026-11-01")).toEqual(["from"]);
    expect(await wrong("2026-13-01", "2026-11-01")).toContain("from");
    const userId = await addStaff(upstream, "owner");
    const printed = await asStaff(upstream.program, { userId, dryRun: false }, (caller) =>
      (COMMANDS.figures as NonNullable<typeof COMMANDS.figures>).run({
        upstream: upstream.program,
        caller,
        words: [],
        from: ".",
        flags: { dryRun: false, csv: true },
        options: { ...NOVEMBER } as never,
      }),
    );
    expect(printed).toBe(figuresCsv(await get(NOVEMBER)));
  });
});

test("weeks and months equal the sum of their days, after any changes, in any range", async () => {
  const { db } = upstream.services;
  await db.deleteFrom("metrics_daily").execute();
  await db.deleteFrom("metrics_steps").execute();
  let state = 7;
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const day = (n: number) => new Date(Date.UTC(2025, 10, 20) + n * 86_400_000).toISOString().slice(0, 10);
  const FLOW = "post.answer";
  const STATE = "right.running";
  const days = new Map<string, number>();
  for (let round = 0; round < 40; round += 1) {
    const changed = Array.from({ length: 1 + pick(12) }, () => ({
      day: day(pick(400)),
      value: pick(3) === 0 ? 0 : pick(90),
    }));
    const rows = [...new Map(changed.map((one) => [one.day, one])).values()];
    for (const one of rows) days.set(one.day, one.value);
    for (const key of [FLOW, STATE]) {
      await db
        .insertInto("metrics_daily")
        .values(rows.map((one) => ({ ...one, key })))
        .onConflict((conflict) =>
          conflict.columns(["day", "key"]).doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
        )
        .execute();
      await addUp(
        db,
        rows.map((one) => ({ day: one.day, key })),
      );
    }
    const [one, other] = [pick(400), pick(400)];
    const range = { from: day(Math.min(one, other)), to: day(Math.max(one, other)) };
    const within = [...days].filter(([at]) => at >= range.from && at <= range.to).sort();
    for (const step of ["day", "week", "month"] as const) {
      const { labels, series } = await readFigures(db, { ...range, step }, [FLOW, STATE]);
      const [flow, stock] = series;
      expect(flow?.total, JSON.stringify({ range, step })).toBe(within.reduce((sum, [, value]) => sum + value, 0));
      expect(stock?.total ?? null).toBe(within.at(-1)?.[1] ?? null);
      for (const [at, label] of labels.entries()) {
        const of = within.filter(
          ([when]) => when >= label && (labels[at + 1] === undefined || when < (labels[at + 1] ?? "")),
        );
        expect(flow?.values[at], `${label} ${step}`).toBe(of.reduce((sum, [, value]) => sum + value, 0));
        expect(stock?.values[at] ?? null, `${label} ${step}`).toBe(of.at(-1)?.[1] ?? null);
      }
    }
  }
});
