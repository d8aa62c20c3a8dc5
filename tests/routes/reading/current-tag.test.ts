import { afterAll, beforeAll, expect, test } from "vitest";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWorld, type Visitor, type World } from "#tests/world";

let world: World;
let reader: Visitor;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  token = await staffToken(world.test, await addStaff(world.test, "owner"));
});
afterAll(() => world.close());

const at = (path: string, tag: string, more = "") => `${path}?tag=${encodeURIComponent(tag)}${more}`;
const LISTS = ["/question", "/search/article"];

test("the URL of a merged tag redirects to the other one, and works again once the merge is undone", async () => {
  const { seed, test: site, write } = world;
  await write.question({ authorId: seed.alice, tags: ["旧名字"] });
  for (const list of LISTS) expect((await reader.get(at(list, "旧名字"))).status).toBe(200);
  await site.call(adminTagApi.rename, { body: { from: "旧名字", to: "新名字" } }, { token });
  for (const list of LISTS) {
    const { status, location } = await reader.get(at(list, "旧名字", "&page=2"));
    expect([status, location]).toEqual([301, at(list, "新名字", "&page=2").replace(/\?(.*)&(page=2)/, "?$1&$2")]);
    const { redirect } = await reader.data(at(list, "旧名字"));
    expect(redirect?.redirect).toBe(at(list, "新名字"));
    const { status: found, text } = await reader.get(at(list, "新名字"));
    expect(found).toBe(200);
    expect(text).toContain("新名字");
  }
});

test("a hidden tag has no page", async () => {
  const { seed, test: site, write } = world;
  await write.question({ authorId: seed.alice, tags: ["广告位"] });
  await site.call(adminTagApi.hide, { body: { name: "广告位" } }, { token });
  for (const list of LISTS) expect((await reader.get(at(list, "广告位"))).status).toBe(404);
  await site.call(adminTagApi.show, { body: { name: "广告位" } }, { token });
  for (const list of LISTS) expect((await reader.get(at(list, "广告位"))).status).toBe(200);
});

test("an unused tag has an empty list", async () => {
  for (const list of LISTS) expect((await reader.get(at(list, "没有人用过"))).status).toBe(200);
});
