import { afterAll, beforeAll, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { searchApi } from "#app/contract/reading/search";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { seed } from "../../../bench/seed";

// `npm run bench` writes its data without the product's functions; this checks that it is consistent.

const SIZE = 40;

let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await createTestUpstream();
  if (upstream.services.connection.sqlite) await seed(upstream.services, SIZE);
});
afterAll(() => upstream.close());

test("the benchmark's data can be listed, read and searched", async (context) => {
  context.skip(upstream.services.connection.sqlite === null, "it is seeded on SQLite only");
  const articles = await upstream.call(articleApi.list, { query: {} });
  expect(articles.total).toBe(SIZE);
  const questions = await upstream.call(questionApi.list, { query: {} });
  expect(questions.total).toBe(SIZE / 2);
  const [question] = questions.list;
  expect(question?.answerCount).toBe(4);
  const title = articles.list[0]?.title ?? "";
  const { list } = await upstream.call(searchApi.article, { query: { q: title } });
  expect(list.map((hit) => hit.id)).toContain(articles.list[0]?.id);
});
