import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import { adminPlacingApi, type Placed } from "#app/contract/admin/content/placing";
import { auditApi } from "#app/contract/admin/system/audit";
import { activityApi } from "#app/contract/content/activity";
import { articleApi } from "#app/contract/content/article";
import { caseApi } from "#app/contract/content/case";
import { questionApi } from "#app/contract/content/question";
import { contentApi } from "#app/contract/reading/home-feed";
import { databaseState, undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { endPlaced } from "#upstream/modules/admin/placing/end-due";
import { createClassification } from "#upstream/modules/classification/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { purgeDeleted } from "#upstream/modules/trash/purge";

/** More than two anchors of a list. */
const QUESTIONS = 450;
const PAGE = 20;
const LATER = "2199-01-01T00:00:00.000Z";
const EARLIER = "2020-01-01T00:00:00.000Z";

let upstream: TestUpstream;
let write: Writer;
let author: number;
let token: string;
/** All questions, oldest first. */
let ids: number[];

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  ids = await manyQuestions();
});
afterAll(() => upstream.close());

/** Questions a minute apart; rank and time have opposite orders, so that neither matches the other by chance. */
async function manyQuestions(): Promise<number[]> {
  const { db } = upstream.services;
  return transact(db, async (trx) => {
    const made: number[] = [];
    for (let at = 0; at < QUESTIONS; at += 1) {
      const created_at = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
      const hot = (at * 7919) % QUESTIONS;
      const { id } = await trx
        .insertInto("questions")
        .values({
          author_id: author,
          title: `第 ${at} 个问题`,
          content: "",
          content_html: "",
          excerpt: "",
          tags: "[]",
          accepted_answer_id: null,
          top_answer_id: null,
          hot,
          created_at,
          updated_at: created_at,
          deleted_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx.insertInto("feed_entries").values({ kind: "question", item_id: id, created_at, hot }).execute();
      made.push(id);
    }
    await rebuildLists(trx);
    await trx.updateTable("users").set({ question_count: QUESTIONS }).where("id", "=", author).execute();
    return made;
  });
}

type Wanted = Partial<Record<"home" | "list" | "class" | "featured", { until?: string | null } | null>>;
const place = (thing: Placed, wanted: Wanted, as = token) =>
  upstream.call(adminPlacingApi.put, { body: { ...thing, ...wanted } }, { token: as });
const question = (id: number): Placed => ({ kind: "question", id });
const overview = () => upstream.call(adminPlacingApi.list, {}, { token });
const lastEntry = async () => {
  const [entry] = (await upstream.call(auditApi.list, { query: { pageSize: 1 } }, { token })).list;
  if (!entry) throw new Error("nothing was noted");
  return entry;
};
const undo = async (id: number) => upstream.call(auditApi.undo, { body: { id } }, { token });

/** All pages of a list in sequence. */
async function walked(load: (page: number) => Promise<{ total: number; shown: (number | string)[] }>) {
  const all: (number | string)[] = [];
  for (let page = 1; ; page += 1) {
    const { total, shown } = await load(page);
    if (shown.length === 0) return { all, total };
    all.push(...shown);
  }
}
const questionPages = (sort: "latest" | "hot") =>
  walked(async (page) => {
    const { list, total } = await upstream.call(questionApi.list, { query: { sort, page, pageSize: PAGE } });
    return { total, shown: list.map(({ id }) => id) };
  });
const byRank = () => [...ids].sort((one, other) => rankOf(other) - rankOf(one));
const rankOf = (id: number) => (ids.indexOf(id) * 7919) % QUESTIONS;
const first = (pins: readonly number[], others: readonly number[]) => [
  ...pins,
  ...others.filter((id) => !pins.includes(id)),
];

async function clear(): Promise<void> {
  await transact(upstream.services.db, async (trx) => {
    await trx.deleteFrom("pins").execute();
    for (const table of ["questions", "articles", "cases", "activities"] as const) {
      await trx.updateTable(table).set({ featured: 0, featured_until: null }).execute();
    }
    await sql`update versions set version = version + 1000`.execute(trx);
  });
}

describe("a pinned text", () => {
  test("is first in every order, once, and pages have no gaps or repeats", async () => {
    // The newest, the oldest, and some in between, on both sides of anchors.
    const pins = [ids[449], ids[0], ids[201], ids[10], ids[200]].map((id) => id ?? 0);
    for (const id of pins.toReversed()) await place(question(id), { list: { until: null }, home: { until: null } });
    const newest = ids.toReversed();
    expect(await questionPages("latest")).toEqual({ all: first(pins, newest), total: QUESTIONS });
    expect(await questionPages("hot")).toEqual({ all: first(pins, byRank()), total: QUESTIONS });
    const home = await walked(async (page) => {
      const { list, total } = await upstream.call(contentApi.list, { query: { page, pageSize: PAGE } });
      return { total, shown: list.map((item) => (item.kind === "question" ? item.question.id : item.kind)) };
    });
    expect(home).toEqual({ all: first(pins, byRank()), total: QUESTIONS });
    // In the order by time nothing is pinned on the home page.
    const latest = await upstream.call(contentApi.list, { query: { tab: "latest" } });
    expect(latest.list.map((item) => item.kind === "question" && item.question.id)).toEqual(newest.slice(0, 20));
    // More pins than a page holds.
    const narrow = await walked(async (page) => {
      const { list, total } = await upstream.call(questionApi.list, { query: { page, pageSize: 2 } });
      return page > 5 ? { total, shown: [] } : { total, shown: list.map(({ id }) => id) };
    });
    expect(narrow.all).toEqual(first(pins, newest).slice(0, 10));
    await clear();
  });

  test("is marked in its own list only, and costs that list one more statement", async () => {
    const [id = 0] = ids;
    await upstream.call(questionApi.list, { query: {} });
    const without = await upstream.measure(questionApi.list, { query: { page: 3 } });
    await place(question(id), { list: {}, featured: {} });
    const { data } = await upstream.measure(questionApi.list, { query: {} });
    expect(data.list.filter(({ pinned }) => pinned).map((one) => one.id)).toEqual([id]);
    expect(data.list[0]).toMatchObject({ id, featured: true, pinned: true });
    const far = await upstream.measure(questionApi.list, { query: { page: 3 } });
    expect(far.statements).toBe(without.statements + 1);
    expect((await upstream.call(questionApi.get, { params: { id } })).featured).toBe(true);
    expect((await upstream.call(questionApi.get, { params: { id } })).pinned).toBeUndefined();
    const unanswered = await upstream.call(questionApi.list, { query: { sort: "unanswered" } });
    expect(unanswered.list.some(({ pinned }) => pinned)).toBe(false);
    await clear();
  });

  test("disappears everywhere when deleted, and returns when restored", async () => {
    const id = await write.question({ authorId: author, title: "会被删除的置顶" });
    await place(question(id), { list: {}, home: {} });
    const shown = async () => (await upstream.call(questionApi.list, { query: {} })).list[0]?.title;
    expect(await shown()).toBe("会被删除的置顶");
    await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
    expect(await shown()).toBe("第 449 个问题");
    expect((await upstream.call(contentApi.list, { query: {} })).total).toBe(QUESTIONS);
    expect((await overview()).pins).toMatchObject([{ state: "deleted" }, { state: "deleted" }]);
    expect(await outcomeOf(place(question(id), { featured: {} }))).toBe("CONFLICT");
    // Its marks can still be removed.
    await place(question(id), { home: {} });
    expect((await overview()).pins).toHaveLength(1);
    const { db } = upstream.services;
    await db.updateTable("questions").set({ deleted_at: EARLIER }).where("id", "=", id).execute();
    await purgeDeleted(upstream.services);
    expect(await db.selectFrom("pins").selectAll().execute()).toEqual([]);
  });

  test("in a classification is first there, and among activities before those that are running", async () => {
    const { db } = upstream.services;
    const inClass = await transact(db, (trx) =>
      createClassification(trx, { kind: "article", name: "数据", position: 1 }).then(({ id }) => id),
    );
    const old = await write.article({ authorId: author, title: "旧的", classificationId: inClass, createdAt: EARLIER });
    const young = await write.article({ authorId: author, title: "新的", classificationId: inClass });
    const outside = await write.article({ authorId: author, title: "没有分类" });
    await place({ kind: "article", id: old }, { class: {} });
    const of = async (classificationId?: number) =>
      (await upstream.call(articleApi.list, { query: { classificationId } })).list.map(({ id }) => id);
    expect(await of(inClass)).toEqual([old, young]);
    expect(await of()).toEqual([outside, young, old]);
    expect(await outcomeOf(place({ kind: "article", id: outside }, { class: {} }))).toEqual({
      class: "它不在这个列表里",
    });

    const fields = { content: "正文", city: "线上", formId: null, capacity: null };
    const act = (title: string, startsAt: string, endsAt: string) =>
      upstream.call(adminActivityApi.add, { body: { ...fields, title, startsAt, endsAt } }, { token });
    const over = await act("结束了的", "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z");
    await act("早就结束", "2019-01-01T00:00:00Z", "2019-01-02T00:00:00Z");
    await act("进行中的", "2020-01-01T00:00:00Z", LATER);
    const titles = async (pageSize = 20, page = 1) =>
      (await upstream.call(activityApi.list, { query: { page, pageSize } })).list.map(({ title }) => title);
    expect(await titles()).toEqual(["进行中的", "结束了的", "早就结束"]);
    await place({ kind: "activity", id: over.id }, { list: {}, featured: {} });
    expect(await titles()).toEqual(["结束了的", "进行中的", "早就结束"]);
    expect([...(await titles(2)), ...(await titles(2, 2))]).toEqual(["结束了的", "进行中的", "早就结束"]);
    expect((await upstream.call(activityApi.list, {})).total).toBe(3);
    expect(await outcomeOf(place({ kind: "activity", id: over.id }, { home: {}, list: {} }))).toEqual({
      home: "它不在这个列表里",
    });

    const cases = [await write.oneCase(EARLIER), await write.oneCase()];
    await place({ kind: "case", id: cases[0] ?? 0 }, { list: {}, home: {} });
    expect((await upstream.call(caseApi.list, {})).list.map(({ id }) => id)).toEqual(cases);
    expect((await upstream.call(contentApi.list, { query: {} })).list[0]).toMatchObject({
      kind: "case",
      case: { id: cases[0], pinned: true },
    });
    await clear();
  });

  test("is sorted by staff, at most ten per list; an order based on an outdated list is refused", async () => {
    for (const id of ids.slice(0, 10)) await place(question(id), { list: {} });
    expect(await outcomeOf(place(question(ids[20] ?? 0), { list: {} }))).toEqual({
      list: "这个列表已经置顶了 10 份，请先取消一些",
    });
    const pins = (await overview()).pins.map(({ pin }) => pin);
    const order = (wanted: number[]) => upstream.call(adminPlacingApi.order, { body: { pins: wanted } }, { token });
    const before = await undoneState(upstream.services.db);
    await order(pins.toReversed());
    expect((await overview()).pins.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(await outcomeOf(order(pins.slice(1)))).toBe("CONFLICT");
    expect(await outcomeOf(order([...pins.slice(1), 4321]))).toBe("CONFLICT");
    await undo((await lastEntry()).id);
    expect(await undoneState(upstream.services.db)).toEqual(before);
    await clear();
  });

  test("is sorted by no list that names one twice: its undo would be refused", async () => {
    for (const id of ids.slice(0, 3)) await place(question(id), { list: {} });
    const pins = (await overview()).pins.map(({ pin }) => pin);
    const twice = upstream.call(adminPlacingApi.order, { body: { pins: [...pins, pins[0] ?? 0] } }, { token });
    expect(await outcomeOf(twice)).toBe("CONFLICT");
    await clear();
  });
});

test("featured texts have their own list, newest first, also per classification", async () => {
  const [one = 0, other = 0] = [ids[3], ids[300]];
  await place(question(one), { featured: {} });
  await place(question(other), { featured: {} });
  const featured = await upstream.call(questionApi.list, { query: { sort: "featured", pageSize: 1 } });
  expect([featured.total, featured.list.map(({ id }) => id)]).toEqual([2, [other]]);
  const articles = () => upstream.call(articleApi.list, { query: { sort: "featured", classificationId: 1 } });
  expect((await articles()).total).toBe(0);
  const [article] = (await upstream.call(articleApi.list, { query: { classificationId: 1 } })).list;
  await place({ kind: "article", id: article?.id ?? 0 }, { featured: {} });
  expect((await articles()).list).toMatchObject([{ id: article?.id, featured: true }]);
  await clear();
});

test("each change is one row in the log, is undone completely, and invalidates cached pages", async () => {
  const [id = 0] = ids;
  await place(question(id), { list: {} });
  const before = await undoneState(upstream.services.db);
  const { dependsOn } = await upstream.measure(questionApi.list, { query: {} });
  const { versions } = upstream.services;
  const stamp = await versions.now();
  await place(question(id), { home: {}, list: { until: LATER }, featured: { until: LATER } });
  expect(await versions.latest(dependsOn as Parameters<typeof versions.latest>[0])).toBeGreaterThan(stamp);
  const entry = await lastEntry();
  expect(entry).toMatchObject({ action: "content.place", kind: "question", target: String(id), undoable: true });
  // Repeating it changes and logs nothing.
  await place(question(id), { home: {}, list: { until: LATER }, featured: { until: LATER } });
  expect((await lastEntry()).id).toBe(entry.id);
  await undo(entry.id);
  expect(await undoneState(upstream.services.db)).toEqual(before);
  await place(question(id), {});
  const taken = await lastEntry();
  await place(question(id), { featured: {} });
  expect(await outcomeOf(undo(taken.id))).toBe("CONFLICT");
  await clear();
});

test("a pin with an end time ends then, once among processes, by the database's clock, and says so", async () => {
  const [id = 0, other = 0] = ids;
  expect(await outcomeOf(place(question(id), { home: { until: EARLIER } }))).toEqual({
    "home.until": "截止时间要在现在以后",
  });
  await place(question(id), { home: { until: LATER }, list: {}, featured: { until: LATER } });
  await place(question(other), { featured: { until: LATER } });
  const placed = await lastEntry();
  expect(await endPlaced(upstream.services)).toBe(0);
  const { db } = upstream.services;
  await db.updateTable("pins").set({ until_at: EARLIER }).where("place", "=", "home").execute();
  await db.updateTable("questions").set({ featured_until: EARLIER }).where("featured", "=", 1).execute();
  const ended = await Promise.all([endPlaced(upstream.services), endPlaced(upstream.services)]);
  expect(ended[0] + ended[1]).toBe(2);
  expect((await overview()).featured).toEqual([]);
  expect((await overview()).pins).toMatchObject([{ place: "list", id }]);
  const entry = await lastEntry();
  expect(entry).toMatchObject({ action: "content.place", via: "schedule", actor: null });
  expect(await outcomeOf(undo(entry.id)), "it would end again at once").toBe("CONFLICT");
  expect(await outcomeOf(undo(placed.id))).toBe("CONFLICT");
  await clear();
});

test("a pin that can't be ended keeps none behind it", async () => {
  const { db } = upstream.services;
  const [id = 0] = ids;
  await place(question(id), { home: { until: LATER } });
  await db.updateTable("pins").set({ until_at: EARLIER }).where("item_id", "=", id).execute();
  // Left by a later release.
  const unknown = { place: "home" as const, kind: "poll" as PlacedKind, item_id: 999, position: 9, until_at: "2019" };
  await db.insertInto("pins").values(unknown).execute();
  await expect(endPlaced(upstream.services)).rejects.toThrow();
  expect(await db.selectFrom("pins").select("item_id").execute()).toEqual([{ item_id: 999 }]);
  await db.deleteFrom("pins").where("item_id", "=", 999).execute();
  expect(await endPlaced(upstream.services)).toBe(0);
});

test("staff without the permission change nothing", async () => {
  const moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  const before = await databaseState(upstream.services.db);
  expect(await outcomeOf(place(question(ids[0] ?? 0), { home: {} }, moderator))).toBe("FORBIDDEN");
  expect(await outcomeOf(place(question(987_654), { home: {} }))).toBe("NOT_FOUND");
  expect(await databaseState(upstream.services.db)).toEqual(before);
});
