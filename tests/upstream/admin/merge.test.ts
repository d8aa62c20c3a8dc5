import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { answerApi } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { notificationApi } from "#app/contract/notification/notification";
import { mergedApi } from "#app/contract/reading/merged";
import { searchApi } from "#app/contract/reading/search";
import { draftApi } from "#app/contract/writing/draft";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState, undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let asker: number;
let other: number;
let readers: number[];
let token: string;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  asker = await upstream.addUser("问的人", "8613800000001");
  other = await upstream.addUser("也问的人", "8613800000002");
  readers = [];
  for (let n = 3; n < 7; n += 1) readers.push(await upstream.addUser(`读的人${n}`, `861380000000${n}`));
  token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

const merge = (from: number, into: number, more: { dryRun?: boolean } = {}, as = token) => {
  // No two deletions have the same time.
  now = new Date(now.getTime() + 1000);
  return upstream.call(adminMergeApi.questions, { body: { from, into, reason: "同一个问题", ...more } }, { token: as });
};
const undoLast = async () => {
  const { list } = await upstream.call(auditApi.list, { query: { action: "question.merge" } }, { token: owner });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
};
const info = (id: number) => upstream.call(questionApi.extraInfo, { params: { id } });
const follow = (userId: number, questionId: number, on = true) =>
  write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId, questionId, on }));
const answersOf = async (questionId: number) =>
  (await upstream.call(answerApi.list, { query: { questionId } })).list.map(({ id }) => id);
const leads = async (id: number) => (await upstream.call(mergedApi.question, { query: { id } })).id;

/** Two questions with answers, votes, comments with replies, followers of one and of both, and deleted items. */
async function twoQuestions() {
  const [a = 0, b = 0, c = 0, d = 0] = readers;
  const from = await write.question({ authorId: asker, title: "热水壶里的水垢怎么去", tags: ["厨房"] });
  const into = await write.question({ authorId: other, title: "水壶结垢怎么办", tags: ["厨房", "清洁"] });
  const first = await write.answer({ authorId: a, questionId: from, content: "用**柠檬酸**煮一次。" });
  const second = await write.answer({ authorId: b, questionId: from, content: "用白醋泡一夜。" });
  const gone = await write.answer({ authorId: c, questionId: from, content: "删掉的回答。" });
  const there = await write.answer({ authorId: d, questionId: into, content: "换一个水壶。" });
  await write.inside((trx) => softDeleteAnswer(trx, upstream.services, gone));
  await write.inside((trx) => setVote(trx, upstream.services, { userId: c, answerId: first, vote: "up" }));
  const comment = await write.comment({ authorId: b, targetKind: "question", targetId: from, text: "我也想知道" });
  await write.comment({ authorId: a, targetKind: "question", targetId: from, text: "同问", replyToId: comment });
  await write.comment({ authorId: c, targetKind: "answer", targetId: first, text: "有用" });
  await follow(a, from);
  await follow(b, from);
  await follow(b, into);
  await follow(d, into);
  return { from, into, first, second, gone, there };
}

test("everything under one question moves to the other, its URL redirects, and the undo restores every row", async () => {
  const { from, into, first, second, gone, there } = await twoQuestions();
  await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId: from, answerId: second }));
  await expectConsistent(upstream.services.db);
  const before = await undoneState(upstream.services.db);
  const counts = { title: "水壶结垢怎么办", answers: 3, comments: 2, followers: 2, both: 1 };
  expect(await merge(from, into, { dryRun: true })).toEqual(counts);
  expect(await undoneState(upstream.services.db)).toEqual(before);

  const stamp = await upstream.services.versions.now();
  expect(await merge(from, into)).toEqual(counts);
  for (const key of [`question/${from}`, `question/${into}`, "questions", "feed"] as const) {
    expect(await upstream.services.versions.latest([key]), key).toBeGreaterThan(stamp);
  }
  expect(await outcomeOf(upstream.call(questionApi.get, { params: { id: from } }))).toBe("NOT_FOUND");
  expect(await leads(from)).toBe(into);
  expect(await leads(into)).toBeNull();
  expect((await answersOf(into)).sort()).toEqual([first, second, there].sort());
  expect(await info(into)).toMatchObject({ answerCount: 3, followCount: 3, commentCount: 2 });
  // The accepted answer stays accepted, since the other question had none.
  expect((await upstream.call(questionApi.get, { params: { id: into } })).acceptedAnswerId).toBe(second);
  const { list } = await upstream.call(searchApi.content, { query: { q: "柠檬酸" } });
  expect(list).toHaveLength(1);
  expect((await upstream.call(searchApi.content, { query: { q: `"热水壶"` } })).total).toBe(0);
  await expectConsistent(upstream.services.db);

  // Its author is notified, and can't restore it beside the other one.
  const [message] = (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: asker })).list;
  expect(message).toMatchObject({ title: "你的提问「热水壶里的水垢怎么去」已并入另一个问题" });
  expect(
    await outcomeOf(upstream.call(trashApi.restore, { body: { kind: "question", id: from } }, { as: asker })),
  ).not.toBe("SUCCESS");
  // Drafts of answers to the first one now belong to the other; deleted items are restored there.
  const late = await write.answer({ authorId: readers[3] ?? 0, questionId: from, content: "晚到的回答" });
  expect(await answersOf(into)).toContain(late);
  await write.inside((trx) => softDeleteAnswer(trx, upstream.services, late));
  await upstream.services.db
    .deleteFrom("comments")
    .where("target_id", "=", late)
    .where("target_kind", "=", "answer")
    .execute();
  await upstream.call(trashApi.restore, { body: { kind: "answer", id: gone } }, { as: readers[2] ?? 0 });
  expect(await answersOf(into)).toContain(gone);
  await expectConsistent(upstream.services.db);

  await undoLast();
  expect((await answersOf(from)).sort()).toEqual([first, second, gone].sort());
  expect(await answersOf(into)).toEqual([there]);
  expect(await info(from)).toMatchObject({ answerCount: 3, followCount: 2, commentCount: 2 });
  expect(await info(into)).toMatchObject({ answerCount: 1, followCount: 2, commentCount: 0 });
  expect((await upstream.call(questionApi.get, { params: { id: from } })).acceptedAnswerId).toBe(second);
  expect((await upstream.call(questionApi.get, { params: { id: into } })).acceptedAnswerId).toBeNull();
  expect(await leads(from)).toBeNull();
  expect((await upstream.call(searchApi.content, { query: { q: `"热水壶"` } })).total).toBeGreaterThan(0);
  await expectConsistent(upstream.services.db);
});

test("undone at once, every row is as before, whichever answers were accepted", async () => {
  for (const accepts of ["none", "first", "both"]) {
    now = new Date(now.getTime() + 60_000);
    const { from, into, first, there } = await twoQuestions();
    if (accepts !== "none") {
      await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId: from, answerId: first }));
    }
    if (accepts === "both") {
      await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId: into, answerId: there }));
    }
    const before = await undoneState(upstream.services.db);
    await merge(from, into);
    if (accepts === "both") {
      expect((await upstream.call(questionApi.get, { params: { id: into } })).acceptedAnswerId).toBe(there);
    }
    await expectConsistent(upstream.services.db);
    await undoLast();
    expect(await undoneState(upstream.services.db)).toEqual(before);
    await expectConsistent(upstream.services.db);
  }
});

test("drafts of answers and held answers move along, can be released there, and move back by the undo", async () => {
  const { db } = upstream.services;
  const from = await write.question({ authorId: asker, title: "有人正在写回答的问题" });
  const into = await write.question({ authorId: other, title: "并入的另一个问题" });
  const [a = 0, b = 0] = readers;
  const draft = (user_id: number, questionId: number, content: string) =>
    db
      .insertInto("drafts")
      .values({
        user_id,
        target: `question/${questionId}/answer`,
        base_version: 0,
        updated_at: now.toISOString(),
        fields: JSON.stringify({ title: "", content, tags: [] }),
      })
      .execute();
  await draft(a, from, "写了一半的回答");
  await draft(b, from, "两边都写着：这边");
  await draft(b, into, "两边都写着：那边");
  const hold = async (kind: "answer" | "comment", fields: object, state: "waiting" | "refused" = "waiting") => {
    const { id } = await db
      .insertInto("reviews")
      .values({
        author_id: a,
        kind,
        state,
        word: "",
        created_at: now.toISOString(),
        decided_at: null,
        target_id: null,
        published_id: null,
        fields: JSON.stringify(fields),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const answer = { content: "等着审核的回答", questionId: from };
  const [waits, refused] = [await hold("answer", answer), await hold("answer", answer, "refused")];
  const comment = await hold("comment", { text: "问", targetKind: "question", targetId: from, replyToId: null });
  // Neither belongs to this question: another id with the same prefix, and an article with the same id.
  const elsewhere = [
    await hold("answer", { ...answer, questionId: from * 10 + 1 }),
    await hold("comment", { text: "问", targetKind: "article", targetId: from, replyToId: null }),
  ];
  const standOf = async (id: number) => {
    const row = await db.selectFrom("reviews").select("fields").where("id", "=", id).executeTakeFirstOrThrow();
    const { questionId, targetId } = JSON.parse(row.fields) as { questionId?: number; targetId?: number };
    return questionId ?? targetId;
  };
  const draftOf = async (userId: number, questionId: number) =>
    (await upstream.call(draftApi.get, { query: { target: `question/${questionId}/answer` } }, { as: userId }))?.fields
      .content;
  const before = await undoneState(db);
  await merge(from, into);
  expect([await standOf(waits), await standOf(refused), await standOf(comment)]).toEqual([into, into, into]);
  expect([await standOf(elsewhere[0] ?? 0), await standOf(elsewhere[1] ?? 0)]).toEqual([from * 10 + 1, from]);
  expect(await draftOf(a, into)).toBe("写了一半的回答");
  expect([await draftOf(b, from), await draftOf(b, into)]).toEqual(["两边都写着：这边", "两边都写着：那边"]);
  await undoLast();
  expect(await undoneState(db)).toEqual(before);

  // Approved after the merge, it belongs to the other question, and stays there; waiting texts return.
  await merge(from, into);
  const items = [{ id: waits, version: 1 }];
  expect(await upstream.call(adminReviewApi.decide, { body: { items, action: "approve" } }, { token })).toMatchObject({
    done: [waits],
  });
  expect(await answersOf(into)).toHaveLength(1);
  await undoLast();
  expect(await answersOf(into)).toHaveLength(1);
  expect([await standOf(waits), await standOf(refused), await standOf(comment)]).toEqual([into, from, from]);
  expect(await draftOf(a, from)).toBe("写了一半的回答");
  await db.deleteFrom("reviews").where("author_id", "=", a).execute();
  await db.deleteFrom("drafts").execute();
  await expectConsistent(db);
});

test("an editor opened before the merge continues with the draft that moved, and publishing deletes it", async () => {
  const { db } = upstream.services;
  const from = await write.question({ authorId: asker, title: "回答写到一半时并走的问题" });
  const into = await write.question({ authorId: other, title: "并入之后在这里的问题" });
  const [a = 0] = readers;
  const target = `question/${from}/answer`;
  const fields = {
    title: "",
    content: "合并前写的",
    tags: [],
    aiGenerated: false,
    classificationId: null,
    coverUrl: null,
  };
  const save = (content: string, knownAt: string | null) =>
    upstream.call(
      draftApi.put,
      { body: { target, baseVersion: 0, fields: { ...fields, content }, knownAt } },
      { as: a },
    );
  const { updatedAt } = await save("合并前写的", null);
  await merge(from, into);
  expect((await upstream.call(draftApi.get, { query: { target } }, { as: a }))?.fields.content).toBe("合并前写的");
  const later = await save("合并后接着写的", updatedAt);
  const stored = () => db.selectFrom("drafts").select("target").where("user_id", "=", a).execute();
  expect(await stored()).toEqual([{ target: `question/${into}/answer` }]);
  const body = {
    questionId: from,
    content: "合并后接着写的，写完了",
    aiGenerated: false,
    knownDraftAt: later.updatedAt,
  };
  await upstream.call(answerApi.create, { body }, { as: a });
  expect(await stored()).toEqual([]);
  expect(await answersOf(into)).toHaveLength(1);
  await expectConsistent(db);
});

test("a question without answers gets the other's, and has none after the undo", async () => {
  const from = await write.question({ authorId: asker, title: "有人答的问题" });
  const into = await write.question({ authorId: other, title: "没有人答的问题" });
  await write.answer({ authorId: readers[0] ?? 0, questionId: from });
  const unanswered = async () =>
    (await upstream.call(questionApi.list, { query: { sort: "unanswered", pageSize: 50 } })).list.map(({ id }) => id);
  expect(await unanswered()).toContain(into);
  await merge(from, into);
  expect(await unanswered()).not.toContain(into);
  await expectConsistent(upstream.services.db);
  await undoLast();
  expect(await unanswered()).toContain(into);
  await expectConsistent(upstream.services.db);
});

test("URLs redirect over several merges; what was changed since is not undone blindly", async () => {
  const made: number[] = [];
  for (const n of [1, 2, 3]) made.push(await write.question({ authorId: asker, title: `连着并的问题${n}` }));
  const [a = 0, b = 0, c = 0] = made;
  await merge(a, b);
  const first = (await upstream.call(auditApi.list, { query: { action: "question.merge" } }, { token: owner })).list[0];
  await merge(b, c);
  expect([await leads(a), await leads(b)]).toEqual([c, c]);
  // The remaining question is not public.
  expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: first?.id ?? 0 } }, { token: owner }))).toBe(
    "CONFLICT",
  );
  await undoLast();
  expect([await leads(a), await leads(b)]).toEqual([b, null]);
  // Restored by staff it is an empty question, and the merge can't be undone any more.
  await upstream.call(adminContentApi.restore, { body: { items: [{ kind: "question", id: a }] } }, { token });
  expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: first?.id ?? 0 } }, { token: owner }))).toBe(
    "CONFLICT",
  );
  await expectConsistent(upstream.services.db);
});

test("an impossible merge is refused with its reason, and somebody without the permission changes nothing", async () => {
  const id = await write.question({ authorId: asker, title: "一个孤单的问题" });
  expect(await outcomeOf(merge(id, id))).toEqual({ into: "请填另一个问题" });
  expect(await outcomeOf(merge(id, 987_654))).toEqual({ into: "没有这个问题，或它不在站上" });
  expect(await outcomeOf(merge(987_654, id))).toBe("NOT_FOUND");
  const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
  const before = await databaseState(upstream.services.db);
  expect(await outcomeOf(merge(id, id + 1, {}, editor))).toBe("FORBIDDEN");
  expect(await databaseState(upstream.services.db)).toEqual(before);
});
