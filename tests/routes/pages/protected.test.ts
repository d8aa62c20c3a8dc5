import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placedRoutes } from "#app/route-facts";
import { routes as routeMap } from "#app/routes";
import { createWorld, loadBuild, type Reader, type World } from "#tests/world/world";

/** Redirects of anonymous readers from these paths, by the specification's table. */
const PROTECTED: [RegExp, string][] = [
  [/^\/account(\/|$)/, "/"],
  [/^\/notifications(\/|$)/, "/"],
  [/^\/u$/, "/"],
  [/^\/zhiku\/(search|history|favorites|profile|payer|orders(\/.*)?)$/, "/zhiku"],
];

type Route = {
  id: string;
  path: string;
  to: string;
  hasLoader: boolean;
  hasAction: boolean;
  isLayout: boolean;
  chain: string[];
};

const routes = protectedRoutes(await loadBuild());

let world: World;
let stranger: Reader;
let impostor: Reader;

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.as(null);
  impostor = await world.as(null);
});
afterAll(() => world.close());

test("the test knows the routes that the specification protects", () => {
  expect(routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/account",
      "/account/profile",
      "/account/secure",
      "/notifications/comment",
      "/notifications/like",
      "/notifications/collection_follow",
      "/notifications/system",
      "/zhiku/search",
      "/zhiku/history",
      "/zhiku/favorites",
      "/zhiku/profile",
      "/zhiku/orders",
      "/zhiku/orders/1",
      "/zhiku/orders/1/state",
      "/zhiku/payer",
      "/u",
    ]),
  );
});

test("the route map agrees, and says where each redirects visitors", () => {
  const said = placedRoutes(routeMap).leaves.filter(({ facts }) => ["own", "professional"].includes(facts.audience));
  const homes = said.map(({ id, facts }) => [id, facts.home]).sort();
  expect(homes).toEqual(
    routes
      .filter(({ isLayout }) => !isLayout)
      .map(({ id, to }) => [id, to])
      .sort(),
  );
});

test("each of them has a loader of its own, because a parent's does not protect it", () => {
  expect(routes.filter(({ hasLoader }) => !hasLoader).map(({ id }) => id)).toEqual([]);
});

describe.each(routes.map((route) => [route.id, route] as const))(
  "%s refuses",
  (_, { id, path, to, hasAction, chain }) => {
    /** An anonymous reader, and one with an unknown token, whose cookie is deleted as well. */
    const each = async (check: (reader: Reader) => Promise<void>) => {
      await check(stranger);
      impostor.cookies.set("token", "x".repeat(43));
      await check(impostor);
    };

    test("the document", () =>
      each(async (reader) => {
        const answer = await reader.get(path);
        expect([answer.status, answer.location]).toEqual([302, to]);
        expect(answer.text).toBe("");
      }));

    test("its data", () =>
      each(async (reader) => {
        const answer = await reader.data(path);
        // The previous page stays in the history, unless zhiku's session has ended.
        const replace = reader === impostor && to === "/zhiku";
        expect(answer.redirect).toMatchObject({ redirect: to, replace });
      }));

    test("its loader alone, and together with each parent alone", () =>
      each(async (reader) => {
        for (const routes of [[id], ...chain.map((parent) => [parent, id])]) {
          const answer = await reader.data(path, { routes });
          expect(answer.redirect, routes.join()).toMatchObject({ redirect: to });
          expect(answer.routes).toEqual({});
        }
      }));

    test.runIf(hasAction)("its action", () =>
      each(async (reader) => {
        const answer = await reader.submit(path, {});
        expect([answer.status, answer.location]).toEqual([302, to]);
      }),
    );
  },
);

test("a refused session token is removed, one that can't be checked is kept", async () => {
  impostor.cookies.set("token", "x".repeat(43));
  await impostor.get("/account/profile");
  expect(impostor.cookies.has("token")).toBe(false);
});

test("members get in", async () => {
  const member = await world.as(world.seed.alice);
  for (const path of ["/account/profile", "/account/secure", "/notifications/comment", "/zhiku/history"]) {
    const answer = await member.get(path);
    expect([200, 501], path).toContain(answer.status);
    expect(answer.text).toMatch(/<h1[ >]/);
  }
  expect(member.cookies.has("token")).toBe(true);
});

function protectedRoutes(build: ServerBuild): Route[] {
  const all = build.routes;
  const chainOf = (id: string): string[] => {
    const parent = all[id]?.parentId;
    return parent ? [...chainOf(parent), parent] : [];
  };
  return Object.values(all).flatMap((route) => {
    if (!route) return [];
    const chain = chainOf(route.id);
    const parts = [...chain, route.id].flatMap((id) => all[id]?.path || []);
    const path = `/${parts.join("/")}`.replace(/:\w+/g, "1");
    const rule = PROTECTED.find(([pattern]) => pattern.test(path));
    // A layout is protected for navigation; its content is protected by its children.
    const isLayout = Object.values(all).some((other) => other?.parentId === route.id);
    if (!rule || (isLayout && !route.module.loader)) return [];
    const { module } = route;
    return [
      { id: route.id, path, to: rule[1], hasLoader: !!module.loader, hasAction: !!module.action, isLayout, chain },
    ];
  });
}
