import { expect, test } from "vitest";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { changeEverything, LATE } from "#tests/world/every-change";
import { publicPages } from "#tests/world/page-kinds";
import { samplePath } from "#tests/world/sample-paths";
import type { Seed } from "#tests/world/seed-world";
import { createWorld } from "#tests/world/world";
import { serveWorld } from "./serve-world";

/** More URLs of routes that answer in several ways. */
const more = (seed: Seed): string[] => [
  ...["question", "answer", "article", "case", "activity", "announcement"].map(
    (kind) => `/card/${kind}/${seed[kind as "question"]}.png`,
  ),
  ...[`/card/user/${seed.alice}.png`, `/card/zhiku/${seed.zhikuTrial}.png`, "/card/site/0.png"],
  ...["/feed/question.xml", "/feed/article.xml", `/feed/tag/${encodeURIComponent("缓存")}.xml`, "/feed/class/1.xml"],
  ...["/sitemap/question/0.xml", "/sitemap/user/0.xml", `/search-suggestions?q=${encodeURIComponent(LATE)}`],
];

/** A page without the time at which it was rendered. */
const timeless = (html: string): string => html.replace(/("now",")[^"]+/, "$1");

/** Files that none of the changes changes: icons, files with the site's address alone, and the feed of a tag without texts. */
const ALIKE = [
  ...["/:key.txt", "/app-icon/:use.png", "/apple-touch-icon.png", "/favicon.ico", "/feed/tag/:tag.xml"],
  ...["/icons/:prefix.json", "/qr.svg", "/robots.txt", "/sw.js"],
];

test("no page or file is kept after what it shows has changed", { timeout: 600_000 }, async () => {
  const world = await createWorld();
  const served = await serveWorld(world);
  const reader = await world.as(null);
  const kept = ROUTES.filter(({ facts }) => facts.audience === "public" && facts.cache !== "never" && !facts.passed);
  const files = kept.filter(({ facts }) => facts.cache === "stated");
  const pathOf = new Map(kept.map(({ path }) => [path, samplePath(path, world.seed)]));
  const paths = new Set([...pathOf.values(), ...publicPages(world.seed).map(([, path]) => path), ...more(world.seed)]);

  const seen = new Map<string, string>();
  const changed = new Set<string>();
  const outlived: string[] = [];
  await changeEverything(world, async (after) => {
    for (const path of paths) {
      const renders = served.renders();
      const response = await served.get(path);
      const text = timeless(await response.text());
      if (seen.has(path) && seen.get(path) !== text) changed.add(path);
      seen.set(path, text);
      if (served.renders() > renders) continue;
      const fresh = await reader.get(path);
      if (fresh.status !== response.status || timeless(fresh.text) !== text)
        outlived.push(`${path} once a site ${after}`);
    }
  });
  await served.close();
  await world.close();
  expect(outlived).toEqual([]);
  const shows = (path: string) => changed.has(pathOf.get(path) ?? "");
  expect(files.flatMap(({ path }) => (shows(path) ? [] : [path])).sort()).toEqual(ALIKE);
});
