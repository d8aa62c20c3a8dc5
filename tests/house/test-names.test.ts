import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Variables and fields of a type that have a name of another thing: what `TestUpstream` is called is `upstream`. */
const OTHER_NAMES = [
  /\b(?:site|test|world)\??: TestUpstream\b/,
  /\b(?:const|let) (?:site|test|world) = await createTestUpstream\(/,
  /\b(?:site|test|upstream)\??: World\b/,
  /\b(?:const|let) (?:site|test|upstream) = await createWorld\(/,
  /\bupstream\??: FaultUpstream\b/,
  /\bsites = \[await createTestUpstream\(/,
  /\bvisitor\??: Reader\b/,
  /\bvisitors\b.*\bReader\b/,
  /\b(?:const|let) visitor = await world\.as\(/,
];

test("each test calls its upstream `upstream`, its world `world`, and nobody a visitor", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const lines = files
    .filter((file) => file !== "house/test-names.test.ts")
    .flatMap((file) =>
      readFileSync(`tests/${file}`, "utf8")
        .split("\n")
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(lines.filter((line) => OTHER_NAMES.some((name) => name.test(line)))).toEqual([]);
});
