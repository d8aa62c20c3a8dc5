import { afterAll, beforeAll, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { answerApi } from "#app/contract/content/answer";
import { mergedApi } from "#app/contract/reading/merged";
import { draftApi } from "#app/contract/writing/draft";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
let write: Writer;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());

const leads = async (id: number) => (await upstream.call(mergedApi.question, { query: { id } })).id;

test("a merged question that staff restored is answered by itself again, and redirects again after the undo", async () => {
  const { db } = upstream.services;
  const asker = await upstream.addUser("问的人", "8613800000001");
  const reader = await upstream.addUser("回答的人", "8613800000002");
  const from = await write.question({ authorId: asker, title: "热水壶里的水垢怎么去" });
  const into = await write.question({ authorId: asker, title: "铁锅生锈怎么办" });
  const there = await write.answer({ authorId: reader, questionId: into });
  await upstream.call(adminMergeApi.questions, { body: { from, into, reason: "看错了" } }, { token: owner });
  expect(await leads(from)).toBe(into);
  const items = [{ kind: "question" as const, id: from }];
  await upstream.call(adminContentApi.restore, { body: { items } }, { token: owner });
  expect(await leads(from)).toBeNull();

  const target = `question/${from}/answer`;
  const fields = { title: "", content: "写了一半", tags: [], aiGenerated: false };
  await upstream.call(draftApi.put, { body: { target, fields } }, { as: reader });
  expect(await db.selectFrom("drafts").select("target").execute()).toEqual([{ target }]);
  const body = { questionId: from, content: "用柠檬酸煮一次。", aiGenerated: false };
  await upstream.call(answerApi.create, { body }, { as: reader });
  expect((await upstream.call(answerApi.list, { query: { questionId: from } })).list).toHaveLength(1);
  expect((await upstream.call(answerApi.list, { query: { questionId: into } })).list.map(({ id }) => id)).toEqual([
    there,
  ]);

  const { list } = await upstream.call(auditApi.list, { query: { action: "content.restore" } }, { token: owner });
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
  expect(await leads(from)).toBe(into);
  await expectConsistent(db);
});
