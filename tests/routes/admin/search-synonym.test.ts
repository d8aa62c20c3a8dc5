import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let editor: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  editor = await world.as(await addStaff(world.upstream, "editor"));
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const PAGE = adminPaths.searchSynonyms();
const versionOf = (text: string): string => /name="version"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? "";

test("without scripts a list is pasted, kept when refused, and effective for readers at once", async () => {
  await world.write.article({ authorId: world.seed.bob, title: "便利店的夜班" });
  const search = paths.search("article", "小卖铺子");
  const reader = await world.as(null);
  expect((await reader.get(search)).text).not.toContain("夜班");

  const version = versionOf((await editor.get(PAGE)).text);
  const refused = await editor.submit(PAGE, { synonyms: "便利店,小卖铺子\n只有一个", version });
  expect([refused.status, refused.text.includes("第 2 行只有一个词"), refused.text.includes("小卖铺子")]).toEqual([
    422,
    true,
    true,
  ]);
  expect((await editor.submit(PAGE, { synonyms: "便利店,小卖铺子", version })).location).toBe(PAGE);
  expect((await editor.get(PAGE)).text).toContain("便利店, 小卖铺子</textarea>");
  expect((await reader.get(search)).text).toContain("夜班");
});

test("the second of two who save sees what the other wrote; others are refused", async () => {
  const read = versionOf((await editor.get(PAGE)).text);
  await editor.submit(PAGE, { synonyms: "产品经理,PM", version: read });
  const second = await editor.submit(PAGE, { synonyms: "产品经理,PO", version: read });
  expect(second.status).toBe(409);
  expect(second.text).toContain('<pre class="admin-diff__text">产品经理, PM</pre>');
  expect(second.text).toContain("产品经理,PO</textarea>");
  expect((await moderator.get(PAGE)).status).toBe(404);
});
