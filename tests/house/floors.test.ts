import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { circlesAmong, readImports } from "./import-graph";

/**
 * The floors, lowest first: a file imports only from its own floor and from those below. Folders end with a slash; of
 * several entries that match a file, the longest counts.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["app/contract/", "log/", "runtime/time-units.ts"],
  ["runtime/", "framework/", "upstream/text/", "upstream/weak-secret.ts"],
  ["upstream/db/"],
  ["upstream/services/"],
  ["upstream/config.ts", "upstream/config/"],
  ["upstream/call/"],
  ["upstream/policy/", "upstream/viewer/", "upstream/private-data.ts", "upstream/readiness.ts"],
  ["upstream/modules/"],
  ["upstream/jobs/", "upstream/http/", "upstream/endpoint-table.ts"],
  ["upstream/demo/", "upstream/app.ts"],
  ["upstream/start.ts", "upstream/import/", "upstream/command-line/"],
  ["upstream/main.ts"],
  ["app/paths.ts", "app/appeal-paths.ts", "app/route-facts.ts", "app/redirects.ts", "app/routes.ts"],
  ["app/server/"],
  ["app/hooks/", "app/components/ui/", "app/forms/"],
  ["app/features/", "app/components/layout/"],
  ["app/"],
  ["server/"],
  ["server.ts"],
];

/** Folders of the editor, lowest first; its root is above them. */
const EDITOR: readonly string[] = ["model", "text", "drafts", "tools", "."];

const imports = readImports();

function floorOf(file: string): number {
  const fits = FLOORS.map((places) =>
    places.find((place) => (place.endsWith("/") ? file.startsWith(place) : file === place)),
  );
  const lengths = fits.map((place) => place?.length ?? -1);
  const best = Math.max(...lengths);
  return best < 0 ? -1 : lengths.indexOf(best);
}

/** A noun's calls, and the lists of all nouns, are above their parts; no file in their folder imports them. */
const isAbove = (file: string): boolean => /(?:^|-)api\.ts$|^index\.ts$/.test(basename(file));
const folderOf = (file: string): string =>
  isAbove(file) || ["app", "app/server", "server", "upstream", "."].includes(dirname(file)) ? file : dirname(file);
const under = (...folders: string[]) =>
  imports.filter(({ from, to }) => [from, to].every((file) => folders.some((folder) => file.startsWith(folder))));

describe("the floors", () => {
  test("include every file that imports or is imported", () => {
    const files = imports.flatMap(({ from, to }) => [from, to]);
    expect([...new Set(files)].filter((file) => floorOf(file) < 0)).toEqual([]);
  });

  test("import only from the same floor or a lower one", () => {
    const upwards = imports.filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test("keep app and upstream from importing each other", () => {
    const across = imports.filter(({ from, to }) => from.startsWith("app/") && to.startsWith("upstream/"));
    expect(across).toEqual([]);
    const back = imports.filter(({ from, to }) => from.startsWith("upstream/") && /^app\/(?!contract\/)/.test(to));
    expect(back).toEqual([]);
  });
});

describe("the folders", () => {
  test.each([["app/"], ["upstream/"], ["server/"], ["runtime/"], ["framework/"], ["log/"]])(
    "of %s make no circle",
    (folder) => {
      expect(circlesAmong(under(folder), folderOf)).toEqual([]);
    },
  );

  test("implement their calls in files named for it, so that a noun's calls are found", () => {
    const elsewhere = [...new Set(imports.map(({ from }) => from))].filter(
      (file) =>
        file.startsWith("upstream/modules/") && !isAbove(file) && readFileSync(file, "utf8").includes("implement("),
    );
    expect(elsewhere).toEqual([]);
  });

  test("of the editor build on one another, so that what the server runs needs nothing of the browser's tools", () => {
    const WRITE = "app/features/write/";
    const layerOf = (file: string) => EDITOR.indexOf(dirname(file.slice(WRITE.length)));
    const inside = under(WRITE);
    const upwards = inside.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(inside.filter(({ to }) => layerOf(to) < 0)).toEqual([]);
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
    expect(
      inside.filter(({ from, to }) => /\.server\.ts$/.test(from) && layerOf(to) === EDITOR.indexOf("tools")),
    ).toEqual([]);
  });

  test("import other folders by their names from the root (#app/, #upstream/ …), not by ../", () => {
    const climbing = [...new Set(imports.map(({ from }) => from))].filter((file) =>
      /(?:\bfrom|\bimport|\bimport\()\s*"\.\.\//.test(readFileSync(file, "utf8")),
    );
    expect(climbing).toEqual([]);
  });
});

test("import cycles are detected", () => {
  const circle = [
    { from: "a/x.ts", to: "b/y.ts" },
    { from: "b/y.ts", to: "c/z.ts" },
    { from: "c/z.ts", to: "a/w.ts" },
    { from: "c/z.ts", to: "d/v.ts" },
  ];
  expect(circlesAmong(circle, dirname)).toEqual([["a", "b", "c"]]);
  expect(circlesAmong(circle.slice(0, 2), dirname)).toEqual([]);
});
