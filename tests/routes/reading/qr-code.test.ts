import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const get = async (query: string) => (await world.as(null)).get(`/qr.svg${query}`);

test("draws a URL of this site, the same for everybody, cacheable for a day", async () => {
  const answer = await get(`?to=${encodeURIComponent(`/article/${encodeId(world.seed.article)}#comments`)}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
  expect(answer.text).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"[^>]*>/);
  const other = await get("?to=/question");
  expect(other.text).not.toBe(answer.text);
});

test.each(["", "?to=", "?to=https://example.com/", "?to=//example.com/", "?to=/%0a", `?to=/${"a".repeat(400)}`])(
  "draws nothing for %j",
  async (query) => {
    expect((await get(query)).status).toBe(404);
  },
);

test.each([
  ["article", () => `/article/${encodeId(world.seed.article)}`],
  ["activity", () => `/activity/${world.seed.activity}`],
  ["announcement", () => `/announcement/${world.seed.announcement}`],
])("the menu of an %s links to the code of its own URL", async (_, pathOf) => {
  const path = pathOf();
  const { text } = await (await world.as(null)).get(path);
  expect(text).toContain(`src="/qr.svg?to=${encodeURIComponent(path)}"`);
});
