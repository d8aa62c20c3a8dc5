import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Maximum lines of a file before it is split by responsibility. */
const LINES_MAX = 250;
/** Longer files, and why. */
const LONGER: Record<string, string> = {
  "app/routes.ts": "the URL map, a line for each URL",
  "upstream/db/migrations/0001-content.ts": "released, and never edited",
  "upstream/demo/content.ts": "the demo's script, in its order",
  "upstream/demo/drawing/diagrams.ts": "drawings of the demo, one after the other",
};

const files = ["app", "framework", "log", "runtime", "scripts", "server", "upstream"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name)),
);

test("no source file is longer than the limit", () => {
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length - 1 > LINES_MAX);
  expect(long.sort()).toEqual(Object.keys(LONGER).sort());
});
