import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { setSetting } from "#upstream/modules/config/settings";

let world: World;
let owner: Reader;
let editor: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as(await addStaff(world.upstream, "owner"));
  editor = await world.as(await addStaff(world.upstream, "editor"));
});
afterAll(() => world.close());

/** URLs that are found, depending on the viewer. */
async function found(q: string, by = owner): Promise<string[]> {
  const { text } = await by.get(`${adminPaths.find()}?q=${encodeURIComponent(q)}`);
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  return [...main.matchAll(/<li[^>]*data-queue-row[^>]*><a[^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);
}

test("one field finds pages, people and texts by words, numbers and URLs", async () => {
  const { alice, article, question } = world.seed;
  expect(await found("敏感词")).toContain(adminPaths.words());
  expect(await found("林致远")).toContain(adminPaths.user(alice));
  // Last digits of a phone number, a profile URL, a member's number.
  expect(await found("0001")).toContain(adminPaths.user(alice));
  expect(await found(`https://shequ.example${paths.user(alice)}`)).toContain(adminPaths.user(alice));
  expect(await found(`#${alice}`)).toContain(adminPaths.user(alice));
  expect(await found("缓存一致性")).toContain(adminPaths.content({ kind: "article", id: article }));
  expect(await found(encodeId(question))).toContain(adminPaths.content({ kind: "question", id: question }));
  const byAddress = await found(
    `https://shequ.example${paths.article(encodeId(article))}?page=2&from=${"x".repeat(80)}#comments`,
  );
  expect(byAddress).toContain(adminPaths.content({ kind: "article", id: article }));
  expect(byAddress.filter((path) => path.startsWith("/admin/content/"))).toHaveLength(1);
});

test("nobody finds what their role may not see", async () => {
  expect(await found("林致远", editor)).not.toContain(adminPaths.user(world.seed.alice));
  expect(await found("订单", editor)).toEqual([]);
  expect(await found("订单")).toContain(adminPaths.orders());
});

test("pages of missing parts are not found", async () => {
  const { db } = world.upstream.services;
  await setSetting(db, "parts", { off: ["zhiku"] });
  expect(await found("对账")).toEqual([]);
  await setSetting(db, "parts", { off: [] });
  expect(await found("对账")).toEqual([adminPaths.reconcile()]);
});

test("a meaningless query finds nothing, and says so", async () => {
  for (const q of ["没有这样的东西", "%", "_", "a".repeat(300), "/", "999999999999999"])
    expect(await found(q), q).toEqual([]);
  const nothing = await owner.get(`${adminPaths.find()}?q=没有这样的东西`);
  expect(nothing.text).toContain("没有找到");
  expect((await owner.get(adminPaths.find())).text).toContain("写下要找的");
  expect((await (await world.as(null)).get(`${adminPaths.find()}?q=1`)).status).not.toBe(200);
});
