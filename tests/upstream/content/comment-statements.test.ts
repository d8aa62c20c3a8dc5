import { PostgresQueryCompiler, SqliteQueryCompiler } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { GAP } from "#upstream/db/lists/site-lists";
import { createComment } from "#upstream/modules/comment/write";

let upstream: TestUpstream;
let author: number;
let reader: number;
let article: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  author = await upstream.addUser("被评论很多的人", "8613800000001");
  reader = await upstream.addUser("评论的人", "8613800000002");
  article = (
    await upstream.call(articleApi.create, { body: { title: "一篇被评论很多的文章", content: "正文" } }, { as: author })
  ).id;
  // From here on, positions in the author's list of received comments are stored.
  const { services } = upstream;
  const fields = { authorId: reader, targetKind: "article" as const, targetId: article };
  await services.db.transaction().execute(async (trx) => {
    for (let n = 0; n <= GAP; n += 1) await createComment(trx, services, { ...fields, text: `第 ${n} 条` });
  });
});
afterAll(() => upstream.close());

const comment = (n: number, replyToId: number | null) => {
  const body = { targetKind: "article" as const, targetId: article, text: `评论 ${n}`, replyToId };
  return upstream.call(commentApi.add, { body: { ...body, idempotencyKey: `key-of-a-test-${n}000` } }, { as: reader });
};

test("a comment runs only statements that were built for an earlier one", async () => {
  const { id } = await comment(1, null);
  await comment(2, id);
  const built = [SqliteQueryCompiler, PostgresQueryCompiler].map(({ prototype }) =>
    vi.spyOn(prototype, "compileQuery"),
  );
  await comment(3, null);
  await comment(4, id);
  const texts = built.flatMap((spy) => spy.mock.results.map(({ value }) => (value as { sql: string }).sql));
  // On PostgreSQL, the versions are read and written by a statement with an array.
  expect(texts.filter((text) => !/\bversions\b/.test(text))).toEqual([]);
});
