import { afterAll, beforeAll, expect, test } from "vitest";
import { roles } from "#app/contract/permissions";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type World } from "#tests/world/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Links of the console in a page; one for each route and each kind of thing that its log is filtered by. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(\/admin[^"#]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
const routeOf = (href: string): string => href.replaceAll(/\d+/g, "N").replace(/\?(?!kind=).*/, "");

test.each(roles)(
  "the console offers its %s no link to a page that they may not open",
  async (role) => {
    const reader = await world.as(await addStaff(world.upstream, role));
    await holdForConsole(world.upstream, reader.cookies.get("token") ?? "");
    const seen = new Map([["/admin", ""]]);
    const waiting = ["/admin"];
    for (let href = waiting.pop(); href !== undefined; href = waiting.pop()) {
      await world.upstream.services.db.deleteFrom("rate_limits").execute();
      const page = await reader.get(href);
      expect(page.status, `${href}, linked from ${seen.get(routeOf(href))}`).not.toBe(404);
      for (const link of linksIn(page.text)) {
        if (seen.has(routeOf(link))) continue;
        seen.set(routeOf(link), href);
        waiting.push(link);
      }
    }
    expect(seen.size).toBeGreaterThan(5);
  },
  60_000,
);
