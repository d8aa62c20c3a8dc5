import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { answerApi } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { acceptAnswer } from "#upstream/modules/answer/write";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let asker: number;
let other: number;
let reader: number;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  asker = await upstream.addUser("问的人", "8613800000001");
  other = await upstream.addUser("也问的人", "8613800000002");
  reader = await upstream.addUser("回答的人", "8613800000003");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

const merge = (from: number, into: number) =>
  upstream.call(adminMergeApi.questions, { body: { from, into, reason: "同一个问题" } }, { token: owner });
const undo = async () => {
  const { list } = await upstream.call(auditApi.list, { query: { action: "question.merge" } }, { token: owner });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
};
const accept = (questionId: number, answerId: number) =>
  write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId }));
const acceptedOf = async (id: number) => (await upstream.call(questionApi.get, { params: { id } })).acceptedAnswerId;
const marked = async (questionId: number) =>
  (await upstream.call(answerApi.list, { query: { questionId } })).list
    .filter(({ accepted }) => accepted)
    .map(({ id }) => id);

async function twoQuestions() {
  const from = await write.question({ authorId: asker, title: "热水壶里的水垢怎么去" });
  const into = await write.question({ authorId: other, title: "水壶结垢怎么办" });
  const first = await write.answer({ authorId: reader, questionId: from, content: "用柠檬酸煮一次。" });
  const second = await write.answer({ authorId: other, questionId: from, content: "用白醋泡一夜。" });
  const there = await write.answer({ authorId: reader, questionId: into, content: "换一个水壶。" });
  return { from, into, first, second, there };
}

test("an answer that was accepted after the merge is no longer accepted where it moves back to", async () => {
  const { from, into, first, there } = await twoQuestions();
  await accept(into, there);
  await merge(from, into);
  await accept(into, first);
  await undo();
  expect([await acceptedOf(from), await acceptedOf(into)]).toEqual([null, null]);
  expect([await marked(from), await marked(into)]).toEqual([[], []]);
  const told = upstream.services.db
    .selectFrom("news")
    .select("id")
    .where("verb", "=", "accept")
    .where("target_id", "=", first);
  expect(await told.where("hidden_at", "is", null).execute()).toEqual([]);
  await expectConsistent(upstream.services.db);
});

test("the answer that was accepted before the merge is again, whichever was accepted since", async () => {
  for (const both of [false, true]) {
    now = new Date(now.getTime() + 60_000);
    const { from, into, first, second, there } = await twoQuestions();
    await accept(from, first);
    if (both) await accept(into, there);
    await merge(from, into);
    await accept(into, second);
    await undo();
    expect([await acceptedOf(from), await acceptedOf(into)]).toEqual([first, null]);
    expect([await marked(from), await marked(into)]).toEqual([[first], []]);
    await expectConsistent(upstream.services.db);
  }
});
