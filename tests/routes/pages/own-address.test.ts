import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const member = () => world.as(world.seed.bob);
const nobody = () => world.as(null);

test.each([
  ["the console", nobody, "/admin/review?kind=article&page=2", "routes/admin/review/reviews"],
  ["a member's form", nobody, "/favorite/folder/new?next=u", "routes/favorite/folder"],
  ["a report", nobody, "/report?on=case%3A1&next=x", "routes/report"],
  ["what one deletes", nobody, "/write/delete?kind=answer&id=1", "routes/write/delete"],
  ["zhiku", member, "/zhiku/search?q=a&page=2", "routes/zhiku/layout"],
] as const)("%s leads back to the address without what Remix adds to it", async (_, reader, path, route) => {
  const asked = await (await reader()).data(path, { routes: [route] });
  const { redirect } = asked;
  const told = new URL(redirect?.redirect ?? "", "http://site.test");
  expect(told.searchParams.get("next") ?? told.searchParams.get("back"), JSON.stringify(asked)).toBe(path);
});

test("a number in a path leads to its short id with the query as it was", async () => {
  const { question } = world.seed;
  const { redirect } = await (await nobody()).data(`/question/${question}?page=2`, {
    routes: ["routes/question/detail"],
  });
  expect(redirect?.redirect).toBe(`/question/${encodeId(question)}?page=2`);
});
