import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { encodeId } from "#app/server/urls/short-id.server";
import { samplePath } from "#tests/sample-paths";
import { createWorld, dataPath, type Visitor, type World } from "#tests/world";

let world: World;
let stranger: Visitor;
let member: Visitor;

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.as(null);
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

/** URLs with a member's own data: from the route map, and those that are personal only with a query. */
const addresses = (): string[] => [
  ...ROUTES.map(({ path }) => samplePath(path, world.seed)),
  `/write/article?id=${encodeId(world.seed.article)}`,
];

test("pages that only members see are not stored by browsers, as documents or as data", async () => {
  const personal: string[] = [];
  for (const path of addresses()) {
    const open = await stranger.get(path);
    if (open.status < 300 || open.status === 404) continue;
    const shown = await member.get(path);
    // A redirect shows nothing.
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
