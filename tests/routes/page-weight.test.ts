import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "#tests/page-kinds";
import type { Seed } from "#tests/seed-world";
import { createWorld, type World } from "#tests/world";
import { gzippedSize, scriptsOf, stylesOf } from "../../bench/loaded-files";

const KILOBYTE = 1000;
const SCRIPTS_MAX = 100 * KILOBYTE;
/** Not a reader's page: it brings its form, messages for when that is not sent, and takes them away once they are mended. */
const LOGIN_SCRIPTS_MAX = 101 * KILOBYTE;
const STYLES_MAX = 20 * KILOBYTE;
/** Each file costs a request, and a line for each route in the manifest. */
const FILES_MAX = 16;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each(publicPages({} as Seed).map(([name]) => name))("%s loads little", async (name) => {
  const path = new Map(publicPages(world.seed)).get(name) ?? "";
  const { text } = await (await world.as(null)).get(path);
  const scripts = scriptsOf(text);
  expect(scripts.filter((file) => /^(?:framework|site|root|entry\.client|manifest)-/.test(file))).toHaveLength(5);
  expect(scripts.length).toBeLessThanOrEqual(FILES_MAX);
  expect(gzippedSize(scripts)).toBeLessThanOrEqual(name === "login" ? LOGIN_SCRIPTS_MAX : SCRIPTS_MAX);
  expect(stylesOf(text)).toHaveLength(1);
  expect(gzippedSize(stylesOf(text))).toBeLessThanOrEqual(STYLES_MAX);
});
