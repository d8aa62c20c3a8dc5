import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminContentApi, type Removable, type RemovableContent, removable } from "#app/contract/admin/content/content";
import { auditApi } from "#app/contract/admin/system/audit";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { notificationApi } from "#app/contract/notification/notification";
import { searchApi } from "#app/contract/reading/search";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import { asStaff } from "#upstream/command-line/as-staff";
import { BadUsage, type Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { purgeDeleted } from "#upstream/modules/trash/purge";

const DAY = 86_400_000;
const REASON = "含有广告、招揽或重复发布的内容。请删去联系方式";
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let reader: number;
let moderator: number;
let token: string;
let second: string;
let owner: string;
let everyKind: ReturnType<typeof writersOfEveryKind>;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  reader = await upstream.addUser("读的人", "8613800000002");
  moderator = await addStaff(upstream, "moderator");
  token = await staffToken(upstream, moderator);
  second = await staffToken(upstream, await addStaff(upstream, "moderator"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  everyKind = writersOfEveryKind(upstream, { author, reader });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  pass(1000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

function pass(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds);
}
const remove = (items: RemovableContent[], options: { note?: string; dryRun?: boolean } = {}, as = token) =>
  upstream.call(
    adminContentApi.remove,
    { body: { items, rule: "spam", note: "请删去联系方式", ...options } },
    { token: as },
  );
const restore = (items: RemovableContent[], as = token) =>
  upstream.call(adminContentApi.restore, { body: { items } }, { token: as });
const undo = (id: number) => upstream.call(auditApi.undo, { body: { id } }, { token: owner });
const rowsOf = async ({ kind, id }: RemovableContent) =>
  (await upstream.call(auditApi.list, { query: { kind, target: String(id) } }, { token: owner })).list;
const bringBack = (kind: "question" | "answer" | "article" | "comment", id: number, as: number) =>
  upstream.call(trashApi.restore, { body: { kind, id } }, { as });
/** A member's notifications, after the undo period. */
const messages = async (as: number) => {
  pass(10_000);
  return (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list.map(
    ({ title, excerpt }) => ({
      title,
      excerpt,
    }),
  );
};

/** All rows except those of the log and of versions, which only grow, and of sessions created by tests; sorted. */
async function stateWithoutLog(): Promise<Record<string, string[]>> {
  const {
    audit_log: _,
    audit_end: __,
    versions: ___,
    sessions: ____,
    ...rest
  } = await databaseState(upstream.services.db);
  return Object.fromEntries(
    Object.entries(rest).map(([table, text]) => [
      table,
      (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row)).sort(),
    ]),
  );
}

describe.each(removable.options)("a %s that staff remove", (kind: Removable) => {
  test("disappears from every list and counter, and its undo restores every row", async () => {
    const place = { kind, id: await everyKind[kind]() };
    if (kind === "answer") {
      const asked = await upstream.services.db
        .selectFrom("answers")
        .select("question_id")
        .where("id", "=", place.id)
        .executeTakeFirstOrThrow();
      // A better one exists: this one comes first only while accepted.
      await write.answer({ authorId: reader, questionId: asked.question_id });
      await write.inside((trx) =>
        acceptAnswer(trx, upstream.services, { questionId: asked.question_id, answerId: place.id }),
      );
    }
    pass(1000);
    const before = await stateWithoutLog();
    expect(await remove([place])).toMatchObject({ done: [place], failed: [] });
    await expectConsistent(upstream.services.db);
    expect(await stateWithoutLog()).not.toEqual(before);
    const [row] = await rowsOf(place);
    expect(row).toMatchObject({ action: "content.remove", roles: ["moderator"], reason: REASON, undoable: true });
    expect(await remove([place])).toMatchObject({ done: [], failed: [{ ...place, code: "CONFLICT" }] });

    await undo(row?.id ?? 0);
    expect(await stateWithoutLog()).toEqual(before);
    await expectConsistent(upstream.services.db);
  });
});

test("is found nowhere, shown to its author alone with the house rule, and can't be restored by them", async () => {
  const id = await write.article({ authorId: author, title: "加微信领红包的文章", tags: ["红包"] });
  const before = (await upstream.call(articleApi.list, { query: {} })).total;
  await remove([{ kind: "article", id }]);
  await expect(upstream.call(articleApi.get, { params: { id } }, { as: author })).rejects.toThrow("NOT_FOUND");
  expect((await upstream.call(articleApi.list, { query: {} })).total).toBe(before - 1);
  expect((await upstream.call(searchApi.content, { query: { q: "领红包" } })).list).toEqual([]);
  expect((await messages(author))[0]).toEqual({
    title: "你的文章「加微信领红包的文章」已被移除",
    excerpt: expect.stringMatching(new RegExp(`^原因：${REASON}。.*申诉`)),
  });
  expect(await messages(reader)).toEqual([]);

  expect((await upstream.call(trashApi.list, {}, { as: author })).list).toEqual([]);
  const [shown] = (await upstream.call(trashApi.removed, {}, { as: author })).list;
  expect(shown).toMatchObject({ kind: "article", id, title: "加微信领红包的文章", reason: REASON });
  expect((await upstream.call(trashApi.removed, {}, { as: reader })).list).toEqual([]);
  await expect(bringBack("article", id, author)).rejects.toThrow("FORBIDDEN");

  expect(await restore([{ kind: "article", id }])).toMatchObject({ done: [{ id }] });
  expect((await upstream.call(articleApi.get, { params: { id } })).title).toBe("加微信领红包的文章");
  expect((await messages(author))[0]?.title).toContain("已恢复");
  await expectConsistent(upstream.services.db);
  const [row] = await rowsOf({ kind: "article", id });
  await undo(row?.id ?? 0);
  expect((await upstream.call(trashApi.removed, {}, { as: author })).list).toMatchObject([{ id, reason: REASON }]);
});

test("stays deleted when restored by staff if its author had deleted it, and is the author's to restore again", async () => {
  const id = await write.article({ authorId: author });
  await upstream.call(articleApi.remove, { body: { id } }, { as: author });
  pass(1000);
  const before = await stateWithoutLog();
  await remove([{ kind: "article", id }]);
  expect((await upstream.call(trashApi.list, {}, { as: author })).list).toEqual([]);
  await expect(bringBack("article", id, author)).rejects.toThrow("FORBIDDEN");
  const [row] = await rowsOf({ kind: "article", id });
  await undo(row?.id ?? 0);
  expect(await stateWithoutLog()).toEqual(before);
  await bringBack("article", id, author);
  await expectConsistent(upstream.services.db);
});

test.each(["answer", "comment"] as const)(
  "a %s that is removed while its question is in the trash is not restored together with it",
  async (kind) => {
    const question = await write.question({ authorId: author });
    const answer = await write.answer({ authorId: author, questionId: question });
    const comment = await write.comment({ authorId: author, targetKind: "answer", targetId: answer });
    const kept = await write.comment({ authorId: reader, targetKind: "answer", targetId: answer });
    const place = { kind, id: kind === "answer" ? answer : comment };
    await write.inside((trx) => softDelete(trx, upstream.services, "question", question));
    pass(1000);
    expect(await remove([place])).toMatchObject({ done: [place] });
    await expectConsistent(upstream.services.db);
    // Its parent does not exist.
    expect(await restore([place])).toMatchObject({ failed: [{ ...place, code: "CONFLICT" }] });
    pass(1000);
    await bringBack("question", question, author);
    await expectConsistent(upstream.services.db);
    const { answerCount } = await upstream.call(questionApi.get, { params: { id: question } });
    expect(answerCount).toBe(kind === "answer" ? 0 : 1);
    const there = await upstream.services.db
      .selectFrom("comments")
      .select("id")
      .where("id", "in", [comment, kept])
      .where("deleted_at", "is", null)
      .execute();
    expect(there.map(({ id }) => id)).toEqual(kind === "answer" ? [] : [kept]);
    expect(await restore([place])).toMatchObject({ done: [place] });
    await expectConsistent(upstream.services.db);
  },
);

test("several are removed at once with a result for each; a dry run changes nothing", async () => {
  const questions = [await write.question({ authorId: author }), await write.question({ authorId: author })];
  await write.answer({ authorId: reader, questionId: questions[0] ?? 0 });
  const places = questions.map((id) => ({ kind: "question" as const, id }));
  const items = [...places, { kind: "article" as const, id: 999_999 }];
  const before = await databaseState(upstream.services.db);
  const expected = { done: places, failed: [{ kind: "article", id: 999_999, code: "NOT_FOUND" }], answered: 1 };
  expect(await remove(items, { dryRun: true })).toMatchObject(expected);
  expect(await databaseState(upstream.services.db)).toEqual(before);
  expect(await remove(items)).toMatchObject(expected);
  for (const place of places) expect(await rowsOf(place)).toHaveLength(1);
});

test("is removed by one of two staff at once, and restored by staff but not by its author", async () => {
  const id = await write.article({ authorId: moderator });
  const place = { kind: "article" as const, id };
  const both = await Promise.all([remove([place]), remove([place], {}, second)]);
  expect(both.flatMap(({ done }) => done)).toEqual([place]);
  expect(both.flatMap(({ failed }) => failed)).toMatchObject([{ code: "CONFLICT" }]);
  expect(await rowsOf(place)).toHaveLength(1);
  expect(await restore([place])).toMatchObject({ failed: [{ code: "FORBIDDEN" }] });
  expect(await restore([place], second)).toMatchObject({ done: [place] });
});

test("is kept for 30 days after its removal, and longer while a report of it or below it is open", async () => {
  const { db } = upstream.services;
  const deleted = await write.article({ authorId: author });
  const reported = await write.question({ authorId: author });
  const answer = await write.answer({ authorId: author, questionId: reported });
  const comment = await write.comment({ authorId: author, targetKind: "answer", targetId: answer, text: "骂人的话" });
  await upstream.call(articleApi.remove, { body: { id: deleted } }, { as: author });
  const report = { reporter_id: reader, target_kind: "comment" as const, target_id: comment, reason: "abuse" as const };
  await db
    .insertInto("reports")
    .values({ ...report, created_at: now.toISOString() })
    .execute();
  await write.inside((trx) => softDelete(trx, upstream.services, "question", reported));
  pass(29 * DAY);
  await remove([{ kind: "article", id: deleted }]);
  pass(2 * DAY);
  await purgeDeleted(upstream.services);
  const left = async () => [
    ...(await db.selectFrom("articles").select("id").where("id", "=", deleted).execute()),
    ...(await db.selectFrom("questions").select("id").where("id", "=", reported).execute()),
    ...(await db.selectFrom("comments").select("text").where("id", "=", comment).execute()),
  ];
  expect(await left()).toEqual([{ id: deleted }, { id: reported }, { text: "骂人的话" }]);
  await db.updateTable("reports").set({ state: "dismissed" }).where("target_id", "=", comment).execute();
  pass(29 * DAY);
  await purgeDeleted(upstream.services);
  expect(await left()).toEqual([]);
  await expectConsistent(db);
});

test("the command line removes and restores, with a dry run, and reports what was refused", async () => {
  const id = await write.article({ authorId: author });
  const run = (name: "content remove" | "content restore", words: string[], { rule = "spam", dryRun = false } = {}) =>
    asStaff(upstream.program, { userId: moderator, dryRun }, (caller) => {
      const options = { rule, note: "" } as Options;
      return COMMANDS[name]?.run({ upstream: upstream.program, caller, options, words, from: "." }) ?? Promise.reject();
    });
  const isThere = async () => (await upstream.call(articleApi.list, { query: {} })).list.some((one) => one.id === id);
  expect(await run("content remove", ["article", String(id)], { dryRun: true })).toMatchObject({
    text: "完成 1 份",
  });
  expect(await isThere()).toBe(true);
  expect(await run("content remove", ["article", String(id), "999999"])).toMatchObject({
    text: expect.stringContaining("完成 1 份\narticle 999999："),
    refused: true,
  });
  expect(await isThere()).toBe(false);
  expect(await run("content restore", ["article", String(id)])).toMatchObject({ text: "完成 1 份", refused: false });
  expect(await isThere()).toBe(true);
  await expect(run("content remove", ["article", String(id)], { rule: "no-such" })).rejects.toThrow(
    "请从列表里选择原因",
  );
  await expect(async () => run("content remove", ["user", "1"])).rejects.toThrow(BadUsage);
  await expect(async () => run("content remove", ["article"])).rejects.toThrow(BadUsage);
});

describe("the list of a kind", () => {
  // Two months have passed above, so the session has expired.
  beforeAll(async () => {
    token = await staffToken(upstream, moderator);
  });
  const list = (kind: Removable, query: object = {}, as = token) =>
    upstream.call(adminContentApi.list, { params: { kind }, query }, { token: as });

  test("separates public, deleted and removed texts, and finds by words, number, author and day", async () => {
    const stranger = await upstream.addUser("很少写的人", "8613800000009");
    pass(2 * DAY);
    const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const kept = await write.article({ authorId: stranger, title: "留着的 100%_Alpaca 文章" });
    const deleted = await write.article({ authorId: stranger, title: "自己删除的文章" });
    const removed = await write.article({ authorId: stranger, title: "被移除的文章" });
    await upstream.call(articleApi.remove, { body: { id: deleted } }, { as: stranger });
    await remove([{ kind: "article", id: removed }]);
    const mine = { author: stranger };
    expect((await list("article", mine)).list).toMatchObject([
      { id: kept, state: "public", owner: { nickname: "很少写的人" }, reason: "", reports: 0 },
    ]);
    expect((await list("article", { ...mine, state: "deleted" })).list).toMatchObject([
      { id: deleted, state: "deleted" },
    ]);
    expect((await list("article", { ...mine, state: "removed" })).list).toMatchObject([
      { id: removed, reason: REASON },
    ]);
    const ids = async (query: object) => (await list("article", query)).list.map(({ id }) => id);
    expect(await ids({ q: "100%_alpaca" })).toEqual([kept]);
    expect(await ids({ q: "1000_alpaca" })).toEqual([]);
    expect(await ids({ q: `#${kept}` })).toEqual([kept]);
    expect(await ids({ ...mine, from: day, to: day })).toEqual([kept]);
    expect(await ids({ ...mine, to: "2026-01-01" })).toEqual([]);
    const comment = await write.comment({ authorId: stranger, targetKind: "article", targetId: kept, text: "一句话" });
    expect((await list("comment", { q: "一句话" })).list).toMatchObject([{ id: comment, name: "一句话" }]);
    const report = { reporter_id: reader, target_kind: "comment", target_id: comment, reason: "abuse" } as const;
    await upstream.services.db
      .insertInto("reports")
      .values({ ...report, created_at: now.toISOString() })
      .execute();
    expect((await list("comment", mine)).list).toMatchObject([{ id: comment, reports: 1 }]);
    const whole = await upstream.call(adminContentApi.get, { params: { kind: "comment", id: comment } }, { token });
    expect(whole).toMatchObject({
      text: { content: "一句话", place: { kind: "article", id: kept } },
      reports: 1,
      past: [],
    });
    const gone = await upstream.call(adminContentApi.get, { params: { kind: "article", id: removed } }, { token });
    expect(gone).toMatchObject({ state: "removed", past: [{ action: "content.remove", reason: REASON }] });
    await expect(
      upstream.call(adminContentApi.get, { params: { kind: "article", id: 999_999 } }, { token }),
    ).rejects.toThrow("NOT_FOUND");
  });

  test("is read in pages at a constant cost, without repeats or gaps", async () => {
    const busy = await upstream.addUser("写得很多的人", "8613800000010");
    const written: number[] = [];
    // Several with the same time.
    for (let at = 0; at < 7; at += 1) written.push(await write.article({ authorId: busy, title: `第${at}篇同时写的` }));
    const seen: number[] = [];
    const prices = new Set<number>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { author: busy, limit: 3, ...(cursor ? { cursor } : {}) };
      const page = await upstream.measure(adminContentApi.list, { params: { kind: "article" }, query }, { token });
      seen.push(...page.data.list.map(({ id }) => id));
      prices.add(page.statements);
      cursor = page.data.nextCursor;
    }
    expect(seen).toEqual(written.toReversed());
    expect([...prices]).toHaveLength(1);
    await expect(list("article", { cursor: "1' or '1" })).rejects.toThrow("INVALID_PARAMS");
  });
});
