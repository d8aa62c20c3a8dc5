import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layout, type PlacedRoute, placedRoutes, type RouteFacts, route } from "#app/route-facts";
import { routes } from "#app/routes";
import { pathsWhere, ROUTES } from "#app/server/urls/route-facts.server";
import { listedRoutes } from "#tests/framework/listed-routes";
import { type Served, serveWorld } from "#tests/server/serve-world";
import { samplePath } from "#tests/world/sample-paths";
import { createWorld, dataPath, loadBuild, ORIGIN, type World } from "#tests/world/world";

const ASSETS = "build/client/assets";
const build = await loadBuild();
const { all } = placedRoutes(routes);
const idsWhere = (holds: (facts: RouteFacts) => boolean) =>
  ROUTES.filter(({ facts }) => holds(facts)).map(({ id }) => id);

let world: World;
let served: Served;
let cookie: string;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
  cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const pathOf = ({ path }: PlacedRoute) => samplePath(path, world.seed);
const plainPath = (path: string) => path.replace(/\?.*/, "");
const isHealth = ({ id }: PlacedRoute) => id.startsWith("machines/");

/**
 * Responses of a route with a loader for an anonymous reader and a member, and for an anonymous empty form, as a
 * document and as data.
 */
async function each(one: PlacedRoute): Promise<[string, Response][]> {
  const path = pathOf(one);
  const { loader, action } = build.routes[one.id]?.module ?? {};
  const found: [string, Response][] = [];
  for (const to of [path, dataPath(path)]) {
    for (const [who, headers] of Object.entries<Record<string, string>>(
      loader ? { stranger: {}, member: { cookie } } : {},
    )) {
      found.push([`${to} of a ${who}`, await served.get(to, headers)]);
    }
    const headers = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
    const form: RequestInit = { method: "POST", headers, body: "", redirect: "manual" };
    if (action) found.push([`a form to ${to}`, await fetch(served.url + to, form)]);
  }
  return found;
}

test("a route without facts, or with some missing, does not compile", () => {
  // @ts-expect-error a route needs its facts
  expect(route("new", "routes/new.tsx")).toMatchObject({ facts: undefined });
  // @ts-expect-error a layout needs them too
  expect(layout("routes/new.tsx", [])).toMatchObject({ id: "routes/new" });
  // @ts-expect-error all of them
  const facts: RouteFacts = { audience: "public", index: true };
  expect(facts).not.toHaveProperty("cache");
});

test("the build has exactly the routes of the map", () => {
  expect(Object.keys(build.routes).sort()).toEqual(["root", ...all.map(({ id }) => id)].sort());
});

test("pages have a component, and other routes have none", () => {
  for (const { id, facts } of ROUTES) {
    expect(build.routes[id]?.module.default !== undefined, id).toBe(facts.shape === "page");
  }
});

test("only routes with a proof of their own, or without effect, accept writes from other sites, and only those are passed to the upstream", () => {
  const passed = ["routes/machines/object", "machines/pay-notification"];
  expect(idsWhere(({ passed }) => passed)).toEqual(passed);
  expect(idsWhere(({ writes }) => writes === "anywhere")).toEqual([
    "routes/unsubscribe",
    ...passed,
    "routes/machines/policy-report",
  ]);
});

test("a path gets the facts of its own route", () => {
  const questions: ((facts: RouteFacts) => boolean)[] = [
    ({ passed }) => passed,
    ({ writes }) => writes === "anywhere",
    ({ reading }) => reading === "search",
    ({ audience }) => audience === "own",
    ({ audience }) => audience === "professional",
    ({ audience }) => audience !== "public" && audience !== "demo",
  ];
  for (const holds of questions) {
    const isThere = pathsWhere(holds);
    for (const one of ROUTES.filter(({ path }) => path !== "/*")) {
      const path = plainPath(pathOf(one));
      expect(isThere(path), `${path} ${holds}`).toBe(holds(one.facts));
      expect(isThere(path.toUpperCase()), `${path} ${holds}`).toBe(holds(one.facts));
    }
    expect(isThere("/nothing/of/this")).toBe(false);
    expect(isThere("/zhiku/history.data")).toBe(false);
  }
});

test("a page's data has the facts of the page on request", () => {
  const isOwn = pathsWhere(({ audience }) => audience === "own", { data: true });
  for (const path of ["/zhiku/history", "/zhiku/history.data", "/zhiku/history/"]) expect(isOwn(path), path).toBe(true);
  for (const path of ["/zhiku/history.datas", "/zhiku.data", "/"]) expect(isOwn(path), path).toBe(false);
});

describe("what browsers load", () => {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  const textOf = (name: string) => readFileSync(join(ASSETS, name), "utf8");

  test("the route manifest lists the routes that the client router navigates to", () => {
    const listIn = (prefix: string) => {
      const names = files.filter((name) => name.startsWith(`${prefix}manifest-`));
      expect(names).toHaveLength(1);
      return listedRoutes(textOf(names[0] ?? ""));
    };
    // Readers' pages must not contain the console's routes.
    const isStaffs = (id: string) => id.startsWith("routes/admin/");
    const wanted = all.filter(({ facts }) => facts.shape !== "direct").map(({ id }) => id);
    expect(all.filter(({ facts }) => facts.audience === "staff").every(({ id }) => isStaffs(id))).toBe(true);
    expect(Object.keys(listIn("")).sort()).toEqual(["root", ...wanted.filter((id) => !isStaffs(id))].sort());
    const listed = listIn("staff-");
    expect(Object.keys(listed).sort()).toEqual(["root", ...wanted].sort());
    for (const { id } of ROUTES.filter(({ facts }) => facts.shape === "page"))
      expect(existsSync(`build/client${listed[id]?.module}`), id).toBe(true);
  });

  test("no file for browsers contains the facts", () => {
    expect(files.length).toBeGreaterThan(50);
    for (const name of files) expect(textOf(name), name).not.toMatch(/\baudience:"|own pages/);
  });
});

// Each route is requested four times, which takes a minute on a busy machine.
test("every URL is cached as its route says, for visitors and members, as document and as data", {
  timeout: 240_000,
}, async () => {
  for (const one of ROUTES) {
    if (one.facts.passed || isHealth(one)) continue;
    for (const [what, { status, headers }] of await each(one)) {
      const kept = headers.get("cache-control");
      if (one.facts.cache === "never") expect(kept, what).toBe("no-store");
      else if (what.startsWith("a form")) continue;
      else if (one.facts.cache === "shared") expect(kept, what).toBe("private, no-cache");
      else if (status === 200 && !what.includes(".data")) expect(kept, what).toMatch(/^public, max-age=\d+$/);
      if (what.endsWith("member")) expect(kept, what).toMatch(/^(?:no-store|private|public, max-age)/);
    }
  }
});

test("visitors see public pages, and of all others only a way to log in", async () => {
  for (const one of ROUTES.filter(({ facts }) => facts.shape === "page")) {
    const { audience, home } = one.facts;
    if (audience === "demo" || one.id === "routes/wxlogin") continue;
    const answer = await served.get(pathOf(one));
    const to = answer.headers.get("location");
    if (one.path === "/*") expect(answer.status).toBe(404);
    else if (audience === "public") expect([one.id, answer.status]).toEqual([one.id, 200]);
    else if (audience === "member" || audience === "staff") expect(to, one.id).toMatch(/^\/login/);
    else expect([one.id, to]).toEqual([one.id, home]);
  }
});

describe("search engines", () => {
  let rules: RegExp[];
  beforeAll(async () => {
    const text = await (await served.get("/robots.txt")).text();
    rules = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, rule = ""]) => asPattern(rule));
  });
  /** Pattern of a rule by RFC 9309: a prefix, with `*` for anything and `$` for the end. */
  const asPattern = (rule: string) => new RegExp(`^${rule.replace(/[.?+^{}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*")}`);
  const isAsked = (path: string) => !rules.some((rule) => rule.test(path));

  test("may not crawl pages that are not to be indexed, and may crawl all others", () => {
    const found = ROUTES.filter(({ path, facts }) => path !== "/*" && facts.shape !== "step");
    for (const one of found) {
      const path = plainPath(pathOf(one));
      const { index, shape } = one.facts;
      const listed = typeof index === "object" ? !index.except.includes(path) : index;
      if (listed || shape === "page") expect(isAsked(path), path).toBe(listed);
    }
    expect(isAsked("/search/article")).toBe(true);
    expect(isAsked("/search/qna")).toBe(false);
    expect(isAsked("/question?q=a")).toBe(false);
  });

  test("find the same in the pages' robots meta tags", async () => {
    for (const one of ROUTES.filter(({ facts }) => facts.shape === "page")) {
      const path = pathOf(one);
      const { index, audience } = one.facts;
      const response = await served.get(path, audience === "public" ? {} : { cookie });
      if (response.status !== 200) continue;
      const listed = typeof index === "object" ? !index.except.includes(path) : index;
      expect([path, /<meta name="robots" content="noindex"/.test(await response.text())]).toEqual([path, !listed]);
    }
  });
});
