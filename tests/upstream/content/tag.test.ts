import { afterAll, beforeAll, expect, test } from "vitest";
import { tagApi } from "#app/contract/reading/tag";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
  const write = createWriter(upstream);
  const authorId = await upstream.addUser("周以宁");
  for (const own of ["写作", "排版", "校对"]) await write.article({ authorId, tags: ["产品", own] });
  await write.question({ authorId, tags: ["产品"] });
});
afterAll(() => upstream.close());

test("tags are the most used ones, and take no statement when cached", async () => {
  const tags = await upstream.call(tagApi.popular, {});
  expect(tags[0]).toEqual({ name: "产品", total: 4 });
  expect(tags).toHaveLength(4);
  const { statements } = await upstream.measure(tagApi.popular, {});
  if (upstream.services.connection.kind === "sqlite") expect(statements).toBe(0);
});
