import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type World } from "#tests/world/world";
import { gzippedSize, inlineScriptsOf, scriptsOf, stylesOf } from "../../../bench/loaded-files";

const KILOBYTE = 1000;
/** Before the first interaction, all running scripts are inline. */
const UNTOUCHED_MAX = 3.2 * KILOBYTE;
/** A page without its pictures: compressed HTML and styles. */
const ARTICLE_MAX = 35 * KILOBYTE;
/** Bytes by which sizes differ from build to build, because of the hashes in the names of files. */
const HASHES = 30;
const SCRIPTS_MAX = 100 * KILOBYTE + HASHES;
/**
 * Not a reader's page: it contains its form, messages for a failed submission and their removal, the redirect of banned
 * members to an appeal, the warning about refused cookies, and all pages that it may lead to.
 */
const LOGIN_SCRIPTS_MAX = 101 * KILOBYTE + HASHES;
const STYLES_MAX = 20 * KILOBYTE;
/** Each file costs a request, and a line per route in the manifest. */
const FILES_MAX = 16;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each(publicPages({} as Seed).map(([name]) => name))("%s stays within its size limit", async (name) => {
  const path = new Map(publicPages(world.seed)).get(name) ?? "";
  const { text } = await (await world.as(null)).get(path);
  const scripts = scriptsOf(text);
  expect(scripts.filter((file) => /^(?:framework|site|root|entry\.client|manifest)-/.test(file))).toHaveLength(5);
  expect(scripts.length).toBeLessThanOrEqual(FILES_MAX);
  expect(gzippedSize(scripts)).toBeLessThanOrEqual(name === "login" ? LOGIN_SCRIPTS_MAX : SCRIPTS_MAX);
  expect(stylesOf(text)).toHaveLength(1);
  expect(gzippedSize(stylesOf(text))).toBeLessThanOrEqual(STYLES_MAX);
});

test.each(publicPages({} as Seed).map(([name]) => name))(
  "%s loads next to nothing before the first interaction",
  async (name) => {
    const path = new Map(publicPages(world.seed)).get(name) ?? "";
    const { text } = await (await world.as(null)).get(path);
    expect(text).not.toMatch(/<script[^>]*\ssrc=|rel="?(?:modulepreload|preload)/);
    const scripts = inlineScriptsOf(text);
    expect(scripts).toHaveLength(4);
    expect(gzipSync(scripts.join("\n"), { level: 9 }).byteLength).toBeLessThanOrEqual(UNTOUCHED_MAX);
    if (name === "article") {
      const whole = gzipSync(text, { level: 9 }).byteLength + gzippedSize(stylesOf(text));
      expect(whole).toBeLessThanOrEqual(ARTICLE_MAX);
    }
  },
);

test("inline scripts are the same on all pages", async () => {
  const anonymous = await world.as(null);
  const all = new Set<string>();
  for (const [, path] of publicPages(world.seed)) all.add(inlineScriptsOf((await anonymous.get(path)).text).join("\n"));
  expect(all.size).toBe(1);
});

test("the validation of calls is not in the browser's bundles", () => {
  const scripts = readdirSync("build/client/assets").filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(100);
  // zod, which a contract module imports for a mere number, would also need eval, which the policy forbids.
  const checking = scripts.filter((file) => readFileSync(`build/client/assets/${file}`, "utf8").includes("_zod"));
  expect(checking).toEqual([]);
});
