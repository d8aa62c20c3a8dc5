import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsWhere } from "#app/server/urls/route-facts.server";

/** A string or template that begins like a path of the site; each value in it stands for one segment. */
const LITERAL = /(["`])(\/[a-z_][^"`\s?#]*)/g;
/** Files with paths of the API, of browser files, or of the route map itself. */
const OTHERS = /^app\/(?:contract\/|routes\.ts|route-facts\.ts)/;
/** Texts that begin like a path but have no route. */
const NO_ROUTES = new Set([
  // Handled by the web server before the app.
  "/live/notifications",
  // A key within the browser's cache.
  "/offline/kept.json",
  // Partial paths, or with a value that is one of a few words.
  "/icons/",
  "/favorite/",
  "/notifications/1",
  "/write/draft/",
  "/write/1",
  "/admin/content",
  // An example in a comment, and the end of a regular expression.
  "/a.data",
  "/g,",
]);
/** Handled by the upstream, or files. */
const ELSEWHERE = /^\/(?:api|assets|oss|images|favicon\.svg)(?:\/|$)/;

const isRoute = pathsWhere(() => true);

function literalsIn(file: string): string[] {
  const found = [...readFileSync(file, "utf8").matchAll(LITERAL)].map(([, , text = ""]) => text);
  return found.map((text) => text.replace(/\$\{[^}]*\}?/g, "1"));
}

test("every literal path in the app leads to a route", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((name) => join("app", name))
    .filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file));
  const all = files.flatMap((file) => literalsIn(file).map((path) => ({ file, path })));
  expect(all.length).toBeGreaterThan(80);
  expect(all.filter(({ path }) => !NO_ROUTES.has(path) && !ELSEWHERE.test(path) && !isRoute(path))).toEqual([]);
});

/** A parameter after a path that is built. Those in braces are filled in by whoever reads the template. */
const BY_HAND = /\$\{(?:\w*[pP]aths\.\w+\([^)]*\)|pathname|\w+\.href)\}[?&]\w+=(?!\{)/g;

test("parameters are added by withQuery, which escapes them and leaves out those without a value", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((name) => join("app", name))
    .filter((file) => /\.tsx?$/.test(file));
  const added = files.flatMap((file) => (readFileSync(file, "utf8").match(BY_HAND) ?? []).map((text) => [file, text]));
  expect(added).toEqual([]);
});
