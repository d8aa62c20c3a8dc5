import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let owner: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as(await addStaff(world.upstream, "owner"));
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const page = adminPaths.words();
const send = (fields: Record<string, string>) => owner.submit(page, fields);

test("without scripts words are added, tried, imported after a check, and removed", async () => {
  expect((await owner.get(page)).text).toContain("还没有词");
  expect((await send({ intent: "put", word: "打骨折", action: "reject" })).location).toBe(page);
  const tried = await send({ intent: "test", text: "全场打骨折" });
  expect(tried.text).toContain("命中「打骨折」：拒绝发表");
  expect(tried.text).toContain("<mark>打骨折</mark>");
  const looked = await send({ intent: "check", text: "包过考试\n打骨折" });
  expect(looked.text.replace(/<!-- -->/g, "")).toContain("会新增 1 个，改变 1 个，0 个不变");
  expect(looked.text).toContain("包过考试\n打骨折</textarea>");
  const wrong = await send({ intent: "import", text: "a,b,c" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("这些行不是词：第 1 行：a,b,c");
  expect(wrong.text).toContain("a,b,c</textarea>");
  expect((await send({ intent: "import", text: "包过考试" })).location).toBe(page);
  const found = (await owner.get(`${page}?q=包过`)).text;
  expect(found).toContain("包过考试");
  expect(found).not.toContain('aria-label="删除 打骨折"');
  const id = /name="id" value="(\d+)"[^>]*aria-label="删除 包过考试"|aria-label="删除 包过考试"[^>]*value="(\d+)"/.exec(
    found,
  );
  expect((await send({ intent: "remove", id: id?.[1] ?? id?.[2] ?? "" })).location).toBe(page);
  expect((await owner.get(page)).text).not.toContain("包过考试");
});

test("staff who may only check texts have that form alone", async () => {
  const shown = (await moderator.get(page)).text;
  expect(shown).toContain('value="test"');
  expect(shown).not.toContain('value="import"');
  expect((await moderator.submit(page, { intent: "test", text: "没有什么" })).text).toContain("没有命中任何敏感词");
  expect((await moderator.submit(page, { intent: "put", word: "词", action: "reject" })).status).toBe(403);
});
