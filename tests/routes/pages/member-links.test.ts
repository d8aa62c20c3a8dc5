import { afterAll, beforeAll, expect, test } from "vitest";
import { isForMembers } from "#app/server/urls/route-facts.server";
import { publicPages } from "#tests/world/page-kinds";
import { createWorld, ORIGIN, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Opening tags of an element in a page. */
const tagsOf = (name: string, html: string) =>
  [...html.matchAll(new RegExp(`<${name}\\s[^>]*>`, "g"))].map(([tag]) => tag);

const pathIn = (tag: string, attribute: string): string => {
  const [, value = ""] = new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag) ?? [];
  const url = new URL(value.replaceAll("&amp;", "&"), ORIGIN);
  return url.origin === ORIGIN ? url.pathname : "";
};

test("what requires a login asks visitors for it, on every page", async () => {
  const reader = await world.as(null);
  const more = ["/?tab=following", "/nowhere", "/zhiku/nowhere"].map((path) => [path, path]);
  const errors = [401, 403, 404].map((status) => [`zhiku error ${status}`, `/zhiku/error/${status}`]);
  const unasked: string[] = [];
  for (const [name, path = ""] of [...publicPages(world.seed), ...errors, ...more]) {
    const { text } = await reader.get(path);
    const tags = [
      ...tagsOf("a", text).map((tag) => [tag, "href"]),
      ...tagsOf("form", text).map((tag) => [tag, "action"]),
    ];
    for (const [tag = "", attribute = ""] of tags) {
      const to = pathIn(tag, attribute);
      // The login page's own links choose a way to log in.
      const isLogin = to === "/login" && path !== "/login";
      if ((isForMembers(to) || isLogin) && !/\sdata-login="/.test(tag)) unasked.push(`${name}: ${tag}`);
    }
  }
  expect(unasked).toEqual([]);
}, 120_000);
