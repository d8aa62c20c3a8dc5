import { afterAll, beforeAll, expect, test } from "vitest";
import type { OfflineState } from "#app/features/offline/kept-pages";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const stateOf = async (reader: Reader, query = ""): Promise<OfflineState> => {
  const { status, text, headers } = await reader.get(`/offline/state${query}`);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  return JSON.parse(text);
};

test("different sessions have different names, none of which is the token", async () => {
  const { alice, bob } = world.seed;
  const first = await world.as(alice);
  const [one, again, other] = [await stateOf(first), await stateOf(first), await stateOf(await world.as(alice))];
  expect(one.login).toMatch(/^[\w-]{22}$/);
  expect(again.login).toBe(one.login);
  expect(other.login).not.toBe(one.login);
  expect((await stateOf(await world.as(bob))).login).not.toBe(one.login);
  const [token = ""] = first.cookies.values();
  expect(token).not.toContain(one.login ?? "");
});

test("a missing or ended session has no name", async () => {
  const none = { on: true, login: null, rights: null, until: null };
  expect(await stateOf(await world.as(null))).toEqual(none);
  const reader = await world.as(world.seed.alice);
  await reader.submit("/actions/logout", {});
  reader.cookies.set("token", "a".repeat(43));
  expect(await stateOf(reader)).toEqual(none);
});

test("different rights have different names, with the time at which the first ends", async () => {
  const { rights, until } = await stateOf(await world.as(world.seed.alice));
  expect(rights).toMatch(/^[\w-]{22}$/);
  expect(until).toBeGreaterThan(Date.now());
  expect(await stateOf(await world.as(world.seed.bob))).toMatchObject({ rights: null, until: null });
  await world.upstream.services.db.deleteFrom("zhiku_rights").where("user_id", "=", world.seed.alice).execute();
  const ended = await stateOf(await world.as(world.seed.alice));
  expect(ended.until).toBeNull();
  expect(ended.rights).not.toBe(rights);
});

test("favorites are included on request, for their owner", async () => {
  const [reader, other] = [await world.as(world.seed.alice), await world.as(world.seed.bob)];
  expect(await stateOf(reader)).not.toHaveProperty("favorites");
  const before = await stateOf(other, "?favorites=1");
  await reader.submit("/favorite/case/1", { next: "/case/1" });
  expect((await stateOf(reader, "?favorites=1")).favorites?.[0]).toBe("/case/1");
  expect(await stateOf(other, "?favorites=1")).toEqual(before);
});

test("every page names its build", async () => {
  const reader = await world.as(null);
  const { id } = JSON.parse((await reader.get("/builds/latest.json")).text);
  for (const path of ["/", "/offline", "/nothing/here"]) {
    expect((await reader.get(path)).headers.get("x-build"), path).toBe(id);
  }
});

test("only the service worker may fetch the state", async () => {
  const reader = await world.as(null);
  const { text, headers } = await reader.get("/sw.js");
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("cache-control")).toBe("public, max-age=0");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  // It outlives builds, so it must not contain one's id.
  const { id } = JSON.parse((await reader.get("/builds/latest.json")).text);
  expect(text).not.toContain(id);
});
