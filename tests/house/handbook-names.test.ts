import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Names of pages, buttons and fields in the handbook: short Chinese texts between quotation marks. */
const QUOTED = /“([^”\n]{2,30})”/g;

test("labels that the handbook quotes exist in the app", () => {
  const handbook = readFileSync("docs/handbook.md", "utf8");
  const names = new Set(
    [...handbook.matchAll(QUOTED)].map(([, name = ""]) => name).filter((name) => /\p{Script=Han}/u.test(name)),
  );
  const sources = ["app", "upstream"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
});
