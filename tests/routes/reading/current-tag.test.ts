import { afterAll, beforeAll, expect, test } from "vitest";
import { adminTagApi } from "#app/contract/admin/site/tag";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  token = await staffToken(world.upstream, await addStaff(world.upstream, "owner"));
});
afterAll(() => world.close());

const at = (path: string, tag: string, more = "") => `${path}?tag=${encodeURIComponent(tag)}${more}`;
const LISTS = ["/question", "/search/article", "/search/all"];

test("the URL of a merged tag redirects to the other one, and works again once the merge is undone", async () => {
  const { seed, upstream, write } = world;
  await write.question({ authorId: seed.alice, tags: ["旧名字"] });
  for (const list of LISTS) expect((await reader.get(at(list, "旧名字"))).status).toBe(200);
  await upstream.call(adminTagApi.rename, { body: { from: "旧名字", to: "新名字" } }, { token });
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
  const { seed, upstream, write } = world;
  await write.question({ authorId: seed.alice, tags: ["广告位"] });
  await upstream.call(adminTagApi.hide, { body: { name: "广告位" } }, { token });
  for (const list of LISTS) expect((await reader.get(at(list, "广告位"))).status).toBe(404);
  await upstream.call(adminTagApi.show, { body: { name: "广告位" } }, { token });
  for (const list of LISTS) expect((await reader.get(at(list, "广告位"))).status).toBe(200);
});

test("a search within a merged tag goes on in the other one", async () => {
  const { seed, upstream, write } = world;
  await write.question({ authorId: seed.alice, title: "灯塔几点亮灯", tags: ["旧航标"] });
  await upstream.call(adminTagApi.rename, { body: { from: "旧航标", to: "航标" } }, { token });
  const { status, location } = await reader.get(at("/search/all", "旧航标", "&q=a"));
  expect([status, location]).toEqual([301, `${at("/search/all", "航标")}&q=a`]);
});

test("a tag of twenty characters works, whatever these take", async () => {
  const { seed, write } = world;
  const tag = "🦦".repeat(20);
  await write.question({ authorId: seed.alice, title: "长标签的灯塔", tags: [tag] });
  await write.article({ authorId: seed.alice, title: "长标签的灯塔", tags: [tag] });
  for (const list of LISTS) {
    const { status, text } = await reader.get(at(list, tag, list === "/search/all" ? "&q=灯塔" : ""));
    expect([list, status]).toEqual([list, 200]);
    expect(text.replace(/<\/?mark>/g, "")).toContain("长标签的灯塔");
  }
});

test("an unused tag has an empty list", async () => {
  for (const list of LISTS) expect((await reader.get(at(list, "没有人用过"))).status).toBe(200);
});
