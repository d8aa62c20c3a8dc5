import { afterAll, beforeAll, expect, test } from "vitest";
import { shareCardApi } from "#app/contract/files/share-card";
import { siteStateApi } from "#app/contract/site/site-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("a preview picture depends on what it shows", async () => {
  const author = await upstream.addUser("周以宁");
  const id = await createWriter(upstream).article({ authorId: author, title: "有预览图的文章" });
  const card = (kind: "article" | "site", of: number) =>
    upstream.measure(shareCardApi.get, { query: { kind, id: String(of) } } as never);
  const shown = await card("article", id);
  expect(shown.dependsOn).toEqual(expect.arrayContaining(["config", `article/${id}`, `user/${author}`]));
  expect((await card("site", 0)).dependsOn).toEqual(["config"]);
  expect((await upstream.measure(siteStateApi.siteIcon, { query: { use: "favicon" } })).dependsOn).toEqual(["config"]);
});
