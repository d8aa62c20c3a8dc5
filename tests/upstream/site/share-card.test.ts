import { afterAll, beforeAll, expect, test } from "vitest";
import { shareCardApi } from "#app/contract/files/share-card";
import { siteStateApi } from "#app/contract/site/site-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let world: TestUpstream;
beforeAll(async () => {
  world = await createTestUpstream();
});
afterAll(() => world.close());

test("a preview picture depends on what it shows", async () => {
  const author = await world.addUser("周以宁");
  const id = await createWriter(world).article({ authorId: author, title: "有预览图的文章" });
  const card = (kind: "article" | "site", of: number) =>
    world.measure(shareCardApi.get, { query: { kind, id: String(of) } } as never);
  const shown = await card("article", id);
  expect(shown.dependsOn).toEqual(expect.arrayContaining(["config", `article/${id}`, `user/${author}`]));
  expect((await card("site", 0)).dependsOn).toEqual(["config"]);
  expect((await world.measure(siteStateApi.siteIcon, { query: { use: "favicon" } })).dependsOn).toEqual(["config"]);
});
