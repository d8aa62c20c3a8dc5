import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportTarget } from "#app/contract/moderation/report";
import { glanceApi } from "#app/contract/reading/glance";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("a glance describes a thing, and says nothing of what is below something deleted", async () => {
  const { services } = upstream;
  const write = createWriter(upstream);
  const author = await upstream.addUser("周以宁");
  const other = await upstream.addUser("韩墨");
  const title = "一个问题的标题";
  const id = await write.question({ authorId: author, title, content: "问题的正文。" });
  const answer = await write.answer({ authorId: other, questionId: id, content: "回答的开头。" });
  const comment = await write.comment({ authorId: author, targetKind: "answer", targetId: answer, text: "一条评论" });
  const at = (kind: ReportTarget, id: number) => upstream.call(glanceApi.get, { query: { kind, id } });
  expect(await at("question", id)).toEqual({ title, excerpt: "问题的正文。", author: "周以宁", under: null });
  expect(await at("answer", answer)).toEqual({
    title,
    excerpt: "回答的开头。",
    author: "韩墨",
    under: { kind: "question", id },
  });
  const under = { kind: "answer", id: answer };
  expect(await at("comment", comment)).toEqual({ title, excerpt: "一条评论", author: "周以宁", under });
  expect(await at("user", other)).toMatchObject({ title: "韩墨", author: null });
  const deleted_at = "2026-02-01T00:00:00Z";
  await transact(services.db, async (trx) => {
    await trx.updateTable("answers").set({ deleted_at }).where("id", "=", answer).execute();
    await bump(trx, [`question/${id}`]);
  });
  for (const [kind, gone] of [
    ["answer", answer],
    ["comment", comment],
    ["user", 999_999],
    ["case", 999_999],
  ] as const)
    await expect(at(kind, gone)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
