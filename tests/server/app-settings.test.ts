import { afterEach, expect, test, vi } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { createAppHandler } from "#server/app-handler";
import { loadBuild } from "#tests/world";

afterEach(() => vi.unstubAllEnvs());

const sitemapOf = async (handle: ReturnType<typeof createAppHandler>): Promise<string | undefined> => {
  const robots = await handle(new Request("http://127.0.0.1:3000/robots.txt"), {});
  return /^Sitemap: (.+)$/m.exec(await robots.text())?.[1];
};

test("the app takes its settings from who starts it, and only without any from the environment", async () => {
  vi.stubEnv("PUBLIC_ORIGIN", "https://environment.test");
  const build = await loadBuild();
  expect(await sitemapOf(createAppHandler(build, "production"))).toBe("https://environment.test/sitemap.xml");
  const told = createAppHandler(build, "production", readAppEnv({ PUBLIC_ORIGIN: "https://told.test" }));
  expect(await sitemapOf(told)).toBe("https://told.test/sitemap.xml");
});
