import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { commentApi } from "#app/contract/content/comment";
import { notificationApi } from "#app/contract/notification/notification";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let asker: number;
let other: number;
let reader: number;
let owner: string;
/** The question that is merged, the one that it is merged into, and a comment under the first. */
let from: number;
let into: number;
let comment: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  asker = await upstream.addUser("问的人", "8613800000001");
  other = await upstream.addUser("也问的人", "8613800000002");
  reader = await upstream.addUser("读的人", "8613800000003");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  from = await write.question({ authorId: asker, title: "热水壶里的水垢怎么去" });
  into = await write.question({ authorId: other, title: "水壶结垢怎么办" });
  comment = await write.comment({ authorId: reader, targetKind: "question", targetId: from, text: "我也想知道" });
});

async function merge(): Promise<void> {
  now = new Date(now.getTime() + 1000);
  await upstream.call(adminMergeApi.questions, { body: { from, into, reason: "同一个问题" } }, { token: owner });
}
async function undoMerge(): Promise<void> {
  const { list } = await upstream.call(auditApi.list, { query: { action: "question.merge" } }, { token: owner });
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
}
const add = (as: number, targetId: number, text: string, replyToId: number | null = null) =>
  upstream.call(commentApi.add, { body: { targetKind: "question", targetId, text, replyToId } }, { as });
/** Texts of the comments of a question, each with those of its replies. */
async function threads(id: number) {
  const { list } = await upstream.call(commentApi.list, { query: { targetKind: "question", targetId: id } });
  return list.map(({ text, children }) => [text, ...children.map((child) => child.text)]);
}
/** Visible notifications of comments and answers, newest first, and the number of unread ones. */
async function told(as: number) {
  const { list } = await upstream.call(notificationApi.commentList, { query: {} }, { as });
  const { comment: unread } = await upstream.call(notificationApi.unreadCountWithType, {}, { as });
  return { list: list.map(({ verb, title, target }) => [verb, title, target?.questionId]), unread };
}

test("replies written after a merge move back with what they reply to, and so do held ones", async () => {
  const { db } = upstream.services;
  await merge();
  const reply = await add(asker, into, "用柠檬酸", comment);
  await add(reader, into, "谢谢", reply.id);
  await add(asker, into, "这边的评论");
  const hold = async (replyToId: number | null) => {
    const fields = JSON.stringify({ text: "等着审核", targetKind: "question", targetId: into, replyToId });
    const row = { author_id: other, kind: "comment" as const, state: "waiting" as const, word: "", fields };
    const times = { created_at: now.toISOString(), decided_at: null, target_id: null, published_id: null };
    const query = db.insertInto("reviews").values({ ...row, ...times });
    return (await query.returning("id").executeTakeFirstOrThrow()).id;
  };
  const held = [await hold(comment), await hold(reply.id), await hold(null)];
  await expectConsistent(db);
  await undoMerge();
  expect(await threads(from)).toEqual([["我也想知道", "用柠檬酸", "谢谢"]]);
  expect(await threads(into)).toEqual([["这边的评论"]]);
  const rows = await db.selectFrom("reviews").select("fields").where("id", "in", held).orderBy("id").execute();
  expect(rows.map((row) => JSON.parse(row.fields).targetId)).toEqual([from, from, into]);
  await expectConsistent(db);
});

test("notifications of the answers and comments that a merge moves stay visible, and lead to where these are", async () => {
  const { db } = upstream.services;
  await write.answer({ authorId: other, questionId: from });
  await write.comment({ authorId: other, targetKind: "question", targetId: from, text: "同问", replyToId: comment });
  const tells = async (questionId: number) => {
    const title = questionId === from ? "热水壶里的水垢怎么去" : "水壶结垢怎么办";
    const entry = (verb: string) => [verb, title, questionId];
    expect((await told(asker)).list.slice(0, 3)).toEqual([entry("comment"), entry("answer"), entry("comment")]);
    expect((await told(reader)).list[0]).toEqual(entry("reply"));
  };
  const news = () => db.selectFrom("news").selectAll().where("verb", "!=", "system").orderBy("id").execute();
  const [stored, unread] = [await news(), [(await told(asker)).unread, (await told(reader)).unread]];
  await tells(from);
  await merge();
  await tells(into);
  expect([(await told(asker)).unread, (await told(reader)).unread]).toEqual(unread);
  expect(await news()).toContainEqual(
    expect.objectContaining({ user_id: asker, target_id: into, group_key: `answer/question/${into}` }),
  );
  await add(other, into, "合并后又问", comment);
  await undoMerge();
  await tells(from);
  expect((await news()).slice(0, stored.length)).toEqual(stored);
  expect((await news()).at(-1)).toMatchObject({ verb: "reply", target_id: from });
});

test("a comment and a reply sent from a page opened before the merge are published where everything moved", async () => {
  await merge();
  const { id } = await add(asker, from, "晚到的评论");
  await add(other, from, "晚到的回复", comment);
  expect(await threads(into)).toEqual([["晚到的评论"], ["我也想知道", "晚到的回复"]]);
  expect((await told(other)).list[0]).toEqual(["comment", "水壶结垢怎么办", into]);
  await upstream.call(commentApi.remove, { body: { id } }, { as: asker });
  // What is gone there is refused as before.
  expect(await outcomeOf(add(other, from, "回复删掉的", id))).toBe("NOT_FOUND");
  expect(await outcomeOf(add(other, 987_654, "没有这个问题"))).toBe("NOT_FOUND");
  await expectConsistent(upstream.services.db);
});
