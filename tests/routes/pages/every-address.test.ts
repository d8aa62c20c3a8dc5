import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { samplePath } from "#tests/world/sample-paths";
import { createWorld, loadBuild, type Reader, type World } from "#tests/world/world";

const build = await loadBuild();
const PERSON = { headers: { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", accept: "text/html" } };

let world: World;
const people: Record<string, Reader> = {};
beforeAll(async () => {
  world = await createWorld();
  people.stranger = await world.as(null);
  people.member = await world.as(world.seed.alice);
  people.owner = await world.as(await addStaff(world.upstream, "owner"));
  for (const token of people.owner.cookies.values()) await holdForConsole(world.upstream, token);
});
afterAll(() => world.close());

describe.each(ROUTES.filter(({ facts }) => !facts.passed).map((one) => [one.path, one.id] as const))(
  "%s, opened in a browser",
  (path, id) => {
    const { default: page, loader, action } = build.routes[id]?.module ?? {};
    // Drafts are read there as well.
    const isAbove = action !== undefined && path !== "/write/draft/:kind";

    test.each(["stranger", "member", "owner"])("is a page, leads to one, or is a file, for a %s", async (who) => {
      const reader = people[who] as Reader;
      const { status, text, location, headers } = await reader.get(samplePath(path, world.seed), PERSON);
      expect(text).not.toContain("Unexpected Server Error");
      expect(status).not.toBe(500);
      if (page) expect(location ?? headers.get("content-type")).toMatch(/^\/|^text\/html/);
      // The browser's router asks the server only for what has a loader.
      expect(page ?? loader).toBeTypeOf("function");
      if (page || !isAbove) return;
      expect([status, location]).toEqual([302, expect.stringMatching(/^\//)]);
      let to = location;
      for (let steps = 0; to !== null && steps < 5; steps += 1) {
        const next = await reader.get(to, PERSON);
        to = next.location;
        if (to === null) expect([200, 401, 403, 404]).toContain(next.status);
        if (to === null) expect(next.headers.get("content-type")).toContain("text/html");
      }
      expect(to).toBeNull();
    });
  },
);

test.each([
  ["/actions/reaction", "/actions"],
  ["/Actions/Reaction/", "/Actions"],
  ["/admin/figures/export", "/admin/figures"],
  ["/zhiku/article/abc/original?x=1", "/zhiku/article/abc"],
  ["/write/preview", "/write"],
])("%s leads to %s, as data, too", async (path, above) => {
  const { owner } = people as { owner: Reader };
  expect((await owner.get(path, PERSON)).location).toBe(above);
  expect((await owner.data(path)).redirect).toMatchObject({ redirect: above });
});
