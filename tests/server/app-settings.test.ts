import { afterEach, expect, test, vi } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { createAppHandler } from "#server/app-handler";
import { loadBuild } from "#tests/world/world";

afterEach(() => vi.unstubAllEnvs());

const sitemapOf = async (handle: ReturnType<typeof createAppHandler>): Promise<string | undefined> => {
  const robots = await handle(new Request("http://127.0.0.1:3000/robots.txt"), {});
  return /^Sitemap: (.+)$/m.exec(await robots.text())?.[1];
};

test("the app takes its settings from the program that starts it, and otherwise from the environment", async () => {
  vi.stubEnv("APP_MODE", "demo");
  vi.stubEnv("PUBLIC_ORIGIN", "https://environment.test");
  const build = await loadBuild();
  expect(await sitemapOf(createAppHandler(build, "production"))).toBe("https://environment.test/sitemap.xml");
  const told = createAppHandler(
    build,
    "production",
    readAppEnv({ APP_MODE: "demo", PUBLIC_ORIGIN: "https://told.test" }),
  );
  expect(await sitemapOf(told)).toBe("https://told.test/sitemap.xml");
});

test("the key of IndexNow is served under its own name, or nothing without one", async () => {
  const build = await loadBuild();
  const statusOf = async (settings: Record<string, string>, path: string) => {
    const handle = createAppHandler(build, "production", readAppEnv(settings));
    const reply = await handle(new Request(`http://127.0.0.1:3000${path}`), {});
    return [reply.status, reply.headers.get("content-type"), await reply.text()];
  };
  const key = "f0b1-c2d3-e4f5";
  const plain = "text/plain; charset=utf-8";
  expect(await statusOf({ INDEXNOW_KEY: key }, `/${key}.txt`)).toEqual([200, plain, key]);
  expect(await statusOf({ INDEXNOW_KEY: key }, "/another-key.txt")).toEqual([404, plain, "Not Found\n"]);
  expect(await statusOf({}, `/${key}.txt`)).toEqual([404, plain, "Not Found\n"]);
  expect(await statusOf({}, "/.txt")).toMatchObject({ 0: 404 });
});

test.each(["all", "search", "none"] as const)("crawlers of AI: %s", async (policy) => {
  const handle = createAppHandler(await loadBuild(), "production", readAppEnv({ AI_CRAWLERS: policy }));
  const ask = (path: string) => handle(new Request(`http://127.0.0.1:3000${path}`), {});
  const robots = await (await ask("/robots.txt")).text();
  // A crawler looks for the group that names it, and uses that of all others only if there is none.
  const groups = robots.split(/\n\n/).map((group) => ({
    names: [...group.matchAll(/^User-agent: (.+)$/gm)].map(([, name]) => name),
    away: /^Disallow: \/$/m.test(group),
  }));
  const isAway = (name: string) => groups.some(({ names, away }) => away && names.includes(name));
  expect([isAway("GPTBot"), isAway("OAI-SearchBot"), isAway("Googlebot"), isAway("*")]).toEqual(
    { all: [false, false, false, false], search: [true, false, false, false], none: [true, true, false, false] }[
      policy
    ],
  );
  expect((await ask("/llms.txt")).status).toBe(policy === "none" ? 404 : 200);
});

test("where browsers are to store nothing, the service worker unregisters itself, and the state says so", async () => {
  const handle = createAppHandler(await loadBuild(), "production", readAppEnv({ OFFLINE_READING: "off" }));
  const ask = async (path: string) => (await handle(new Request(`http://127.0.0.1:3000${path}`), {})).text();
  expect(await ask("/sw.js")).not.toContain("respondWith");
  expect(await ask("/sw.js")).toContain("unregister");
  expect(JSON.parse(await ask("/offline/state"))).toEqual({ on: false, login: null, rights: null, until: null });
});
