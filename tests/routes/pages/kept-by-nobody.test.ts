import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { encodeId } from "#app/server/urls/short-id.server";
import { samplePath } from "#tests/world/sample-paths";
import { createWorld, dataPath, type Reader, type World } from "#tests/world/world";

let world: World;
let stranger: Reader;
let member: Reader;

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

test("what everybody's caches may store sets no cookie, and every page removes a token that means nothing", async () => {
  const kept: string[] = [];
  for (const { path, facts } of ROUTES) {
    const { status, headers } = await stranger.get(samplePath(path, world.seed), { headers: { cookie: "token=x" } });
    const isPublic = /public|s-maxage/.test(headers.get("cache-control") ?? "");
    if (isPublic) kept.push(path);
    if (isPublic) expect(headers.getSetCookie(), path).toEqual([]);
    else if (facts.shape === "page" && status === 200) expect(headers.getSetCookie().join(), path).toContain("token=;");
  }
  expect(kept).toEqual(expect.arrayContaining(["/icons/:prefix.json", "/manifest.webmanifest", "/favicon.ico"]));
});
