import { afterAll, beforeAll, expect, it } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { reportApi } from "#app/contract/moderation/report";
import { userApi } from "#app/contract/people/user";
import { searchApi } from "#app/contract/reading/search";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { hashToken } from "#upstream/db/token-hash";
import { sweep } from "#upstream/jobs/sweep";
import { putThingBack, removeThing } from "#upstream/modules/admin/content/remove";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { setVote } from "#upstream/modules/vote/write";

const DAY = 24 * 60 * 60 * 1000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
});
afterAll(() => upstream.close());

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const restore = (kind: "question" | "answer" | "article" | "comment", id: number, as: number) =>
  upstream.call(trashApi.restore, { body: { kind, id } }, { as });

it("restores a question with its answers and comments, except those deleted before", async () => {
  const id = await write.question({ authorId: alice, title: "恢复之后的问题", tags: ["恢复"] });
  const answer = await write.answer({ authorId: bob, questionId: id, content: "能被搜到的答复" });
  const other = await write.answer({ authorId: bob, questionId: id });
  await write.comment({ authorId: bob, targetKind: "answer", targetId: answer });
  await write.inside((trx) => setVote(trx, upstream.services, { userId: alice, answerId: answer, vote: "up" }));
  await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId: bob, questionId: id, on: true }));
  await upstream.call(answerApi.remove, { body: { id: other } }, { as: bob });
  pass(1000);
  await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
  expect((await upstream.call(trashApi.list, {}, { as: alice })).list).toMatchObject([
    {
      kind: "question",
      id,
      title: "恢复之后的问题",
      recoverableUntil: new Date(now.getTime() + 30 * DAY).toISOString(),
    },
  ]);
  // Its answers can't exist without it.
  expect((await upstream.call(trashApi.list, {}, { as: bob })).list).toEqual([]);
  await expect(restore("answer", answer, bob)).rejects.toThrow("NOT_FOUND");
  await expect(restore("question", id, bob)).rejects.toThrow("NOT_FOUND");

  pass(29 * DAY);
  await restore("question", id, alice);
  await restore("question", id, alice);
  await expectConsistent(upstream.services.db);
  expect(await upstream.call(questionApi.get, { params: { id } })).toMatchObject({ answerCount: 1, followCount: 1 });
  expect((await upstream.call(questionApi.list, { query: { tag: "恢复" } })).list).toHaveLength(1);
  expect((await upstream.call(searchApi.content, { query: { q: "能被搜到的答复" } })).list[0]).toMatchObject({
    id: answer,
  });
  expect(await upstream.call(userApi.baseInfo, { query: { userId: bob } })).toMatchObject({
    answerCount: 1,
    likedCount: 1,
  });
  await expect(restore("question", id, bob)).rejects.toThrow("FORBIDDEN");

  await restore("answer", other, bob);
  expect((await upstream.call(questionApi.get, { params: { id } })).answerCount).toBe(2);
  await expectConsistent(upstream.services.db);
});

it("restores an article and a comment", async () => {
  const id = await write.article({ authorId: alice, tags: ["文章"] });
  const comment = await write.comment({ authorId: bob, targetKind: "article", targetId: id });
  const reply = await write.comment({ authorId: alice, targetKind: "article", targetId: id, replyToId: comment });
  await write.inside((trx) =>
    setFavorite(trx, upstream.services, { userId: bob, targetKind: "article", targetId: id, on: true }),
  );
  await upstream.call(commentApi.remove, { body: { id: reply } }, { as: alice });
  pass(1000);
  await upstream.call(articleApi.remove, { body: { id } }, { as: alice });
  await expect(restore("comment", reply, alice)).rejects.toThrow("NOT_FOUND");
  await restore("article", id, alice);
  await expectConsistent(upstream.services.db);
  expect((await upstream.call(articleApi.get, { params: { id } })).commentCount).toBe(1);
  await restore("comment", reply, alice);
  expect((await upstream.call(articleApi.get, { params: { id } })).commentCount).toBe(2);
  await expectConsistent(upstream.services.db);
});

it("is emptied after 30 days, and existing texts are kept", async () => {
  const { db } = upstream.services;
  const question = await write.question({ authorId: alice });
  const answer = await write.answer({ authorId: bob, questionId: question });
  await write.comment({ authorId: alice, targetKind: "answer", targetId: answer });
  await write.inside((trx) => setVote(trx, upstream.services, { userId: alice, answerId: answer, vote: "up" }));
  const kept = await write.article({ authorId: alice });
  const placeholder = await write.comment({ authorId: bob, targetKind: "article", targetId: kept, text: "会消失的话" });
  await write.comment({ authorId: alice, targetKind: "article", targetId: kept, replyToId: placeholder });
  await write.inside((trx) => softDelete(trx, upstream.services, "question", question));
  await upstream.call(commentApi.remove, { body: { id: placeholder } }, { as: bob });
  pass(30 * DAY);
  expect(await purgeDeleted(upstream.services)).toBe(0);
  await restore("question", question, alice);
  await write.inside((trx) => softDelete(trx, upstream.services, "question", question));
  pass(30 * DAY + 1);
  await expect(restore("question", question, alice)).rejects.toThrow("NOT_FOUND");
  expect((await upstream.call(trashApi.list, {}, { as: alice })).list).toEqual([]);
  expect(await purgeDeleted(upstream.services)).toBe(1);
  expect(await db.selectFrom("questions").select("id").where("id", "=", question).execute()).toEqual([]);
  expect(await db.selectFrom("answers").select("id").where("id", "=", answer).execute()).toEqual([]);
  expect(await db.selectFrom("votes").selectAll().where("answer_id", "=", answer).execute()).toEqual([]);
  const [left] = (await upstream.call(commentApi.list, { query: { targetKind: "article", targetId: kept } })).list;
  expect(left).toMatchObject({ id: placeholder, deleted: true, childCount: 1 });
  const stored = await db.selectFrom("comments").select("text").where("id", "=", placeholder).executeTakeFirst();
  expect(stored?.text).toBe("");
  expect(await purgeDeleted(upstream.services)).toBe(0);
  await expectConsistent(db);
});

it("keeps what was deleted with a question as long as a report on the question is open", async () => {
  const { db } = upstream.services;
  const question = await write.question({ authorId: alice });
  const answer = await write.answer({ authorId: bob, questionId: question, content: "和问题一起回来的回答" });
  await write.comment({ authorId: alice, targetKind: "answer", targetId: answer });
  const comment = await write.comment({ authorId: bob, targetKind: "question", targetId: question, text: "还在的话" });
  await write.comment({ authorId: alice, targetKind: "question", targetId: question, replyToId: comment });
  const alone = await write.answer({ authorId: alice, questionId: question });
  await upstream.call(answerApi.remove, { body: { id: alone } }, { as: alice });
  const report = { targetKind: "question", targetId: question, reason: "spam" } as const;
  await upstream.call(reportApi.add, { body: report }, { as: bob });
  pass(1000);
  const place = { kind: "question", id: question } as const;
  await write.inside((trx) => removeThing(trx, upstream.services, place, { by: null, reason: "像广告" }));
  pass(30 * DAY + 1);
  // Only the answer that was deleted by itself.
  expect(await purgeDeleted(upstream.services)).toBe(1);
  await write.inside((trx) => putThingBack(trx, upstream.services, place));
  await expectConsistent(db);
  expect((await upstream.call(answerApi.list, { query: { questionId: question } })).list).toMatchObject([
    { id: answer, commentCount: 1 },
  ]);
  const on = { targetKind: "question", targetId: question } as const;
  expect((await upstream.call(commentApi.list, { query: on })).list).toMatchObject([{ id: comment, text: "还在的话" }]);

  await write.inside((trx) => removeThing(trx, upstream.services, place, { by: null, reason: "像广告" }));
  await db.updateTable("reports").set({ state: "dismissed" }).execute();
  pass(30 * DAY + 1);
  expect(await purgeDeleted(upstream.services)).toBe(1);
  expect(await db.selectFrom("answers").select("id").where("question_id", "=", question).execute()).toEqual([]);
  expect(await db.selectFrom("comments").select("id").where("target_id", "=", answer).execute()).toEqual([]);
});

it("keeps the placeholder of a comment as long as a deleted reply to it can be restored", async () => {
  const { db } = upstream.services;
  const article = await write.article({ authorId: alice });
  const on = { targetKind: "article", targetId: article } as const;
  const comment = await write.comment({ authorId: bob, ...on, text: "先删的话" });
  const reply = await write.comment({ authorId: alice, ...on, replyToId: comment });
  await upstream.call(commentApi.remove, { body: { id: comment } }, { as: bob });
  pass(20 * DAY);
  await upstream.call(commentApi.remove, { body: { id: reply } }, { as: alice });
  pass(20 * DAY);
  expect(await purgeDeleted(upstream.services)).toBe(0);
  const stored = await db.selectFrom("comments").select("text").where("id", "=", comment).executeTakeFirst();
  expect(stored).toEqual({ text: "" });
  await restore("comment", reply, alice);
  expect((await upstream.call(commentApi.list, { query: on })).list).toMatchObject([
    { id: comment, deleted: true, childCount: 1, children: [{ id: reply }] },
  ]);
  await expectConsistent(db);
  await upstream.call(commentApi.remove, { body: { id: reply } }, { as: alice });
  pass(30 * DAY + 1);
  await purgeDeleted(upstream.services);
  await purgeDeleted(upstream.services);
  expect(await db.selectFrom("comments").select("id").where("target_id", "=", article).execute()).toEqual([]);
});

it("is emptied by the sweep together with other expired data", async () => {
  const { db } = upstream.services;
  const id = await write.article({ authorId: alice });
  await upstream.call(articleApi.remove, { body: { id } }, { as: alice });
  await upstream.tokenOf(alice);
  expect(await db.selectFrom("rate_limits").select("key").execute()).not.toEqual([]);
  const YEAR = 366 * DAY;
  pass(YEAR);
  const valid = await upstream.tokenOf(bob);
  await sweep(upstream.services);
  expect(await db.selectFrom("articles").select("id").where("id", "=", id).execute()).toEqual([]);
  expect(await db.selectFrom("rate_limits").select("key").execute()).toEqual([]);
  expect(await db.selectFrom("sessions").select("token_hash").execute()).toEqual([{ token_hash: hashToken(valid) }]);
});

it("lists everything that can be restored, a page at a time", async () => {
  const carol = await upstream.addUser("卡罗尔");
  const ids: number[] = [];
  for (let count = 0; count < 23; count++) {
    ids.push(await write.article({ authorId: carol }));
    await upstream.call(articleApi.remove, { body: { id: ids.at(-1) ?? 0 } }, { as: carol });
    // Some at the same time.
    if (count % 3 === 0) pass(1000);
  }
  const question = await write.question({ authorId: carol });
  await write.inside((trx) => softDelete(trx, upstream.services, "question", question));
  const listed: string[] = [];
  for (const page of [1, 2, 3]) {
    const { list, total } = await upstream.call(trashApi.list, { query: { page, pageSize: 10 } }, { as: carol });
    expect(total).toBe(24);
    listed.push(...list.map(({ kind, id }) => `${kind}/${id}`));
  }
  expect(new Set(listed)).toEqual(new Set([...ids.map((id) => `article/${id}`), `question/${question}`]));
  expect(listed).toHaveLength(24);
});
