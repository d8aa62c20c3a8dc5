import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "#app/server/short-id.server";
import { createWorld, dataPath, loadBuild, type Visitor, type World } from "#tests/world";

const paths = pathsOf(await loadBuild());
let world: World;
let stranger: Visitor;
let member: Visitor;

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.as(null);
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

/** Addresses that show a member something of theirs: what the route map has, and what only a query makes personal. */
const addresses = (): string[] => [
  ...paths,
  `/write/comment?on=article:${world.seed.article}`,
  `/report?on=comment:${world.seed.comment}`,
  `/write/answer?question=${encodeId(world.seed.lonelyQuestion)}`,
  `/write/article?id=${encodeId(world.seed.article)}`,
  `/write/delete?kind=answer&id=${encodeId(world.seed.otherAnswer)}`,
];

test("what a stranger is not shown, no browser keeps of a member, as a document or as data", async () => {
  const personal: string[] = [];
  for (const path of addresses()) {
    const open = await stranger.get(path);
    if (open.status < 300 || open.status === 404) continue;
    const shown = await member.get(path);
    // What leads a member elsewhere shows nothing.
    if (shown.status >= 300) continue;
    const data = await member.get(dataPath(path));
    for (const { headers } of [shown, data]) expect(headers.get("cache-control"), path).toBe("no-store");
    personal.push(path);
  }
  expect(personal).toEqual(
    expect.arrayContaining([
      ...["/account/profile", "/account/secure", "/notifications/comment", "/notifications/system"],
      ...["/zhiku/profile", "/zhiku/orders", "/zhiku/history", "/zhiku/favorites", "/zhiku/search"],
      ...["/write/article", "/write/question", "/write/trash", "/write/draft/article"],
      `/write/comment?on=article:${world.seed.article}`,
      `/report?on=comment:${world.seed.comment}`,
    ]),
  );
});

/** Every path of the route map; parameters are numbers, and kinds of texts where that is what they are. */
function pathsOf(build: Awaited<ReturnType<typeof loadBuild>>): string[] {
  const { routes } = build;
  const partsOf = (id: string): string[] => {
    const route = routes[id];
    return route ? [...(route.parentId ? partsOf(route.parentId) : []), ...(route.path ? [route.path] : [])] : [];
  };
  const own = Object.values(routes).filter((route) => route && (route.path || route.index) && route.path !== "*");
  const named = own.map((route) => `/${partsOf(route?.id ?? "").join("/")}`);
  return [...new Set(named)].map((path) => path.replace(/:kind/, "article").replace(/:\w+/g, "1").replace("*", "x"));
}
