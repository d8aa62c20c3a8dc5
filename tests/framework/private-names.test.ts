import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Private names of Remix and React Router, as in their sources. */
const PRIVATE = [
  /\bUNSAFE_\w+/,
  /\b__remix\w+/,
  /\b__reactRouter\w+/,
  /\brenderMeta\b/,
  /\bserverHandoff\w+/,
  /\b_internal\w+/,
  /\bDataWithResponseInit\b/,
  /X-Remix-\w+/i,
  /\bRemixBrowser\(\{/,
  /\.lazy\b(?! as)/,
  /router\.navigate\s*=/,
  /node_modules\/@?(?:remix-run|react-router)/,
];

/** Only run their commands, or stand in for them: the build, and the server under which the build also runs. */
const COMMANDS = [
  "scripts/build.mjs",
  "scripts/serve.mjs",
  "tests/programs/build.test.ts",
  "tests/server/run-program.ts",
];
/** Response headers about replacing a history entry; and a request without a viewer. */
const HEADERS = [
  "tests/contract/gateway.test.ts",
  "tests/routes/zhiku/buy.test.ts",
  "tests/server/ended-login.test.ts",
  "tests/server/hostile-requests.test.ts",
];
/** Text of a patch, which is searched in development's output. */
const PATCHED = ["tests/programs/dev.test.ts"];
const KNOWN = new Set([...COMMANDS, ...HEADERS, ...PATCHED]);

/** Source lines that use a private name. */
function namesIn(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => PRIVATE.some((name) => name.test(line))).map((line) => `${file}: ${line.trim()}`);
}

const sources = ["app", "bench", "log", "runtime", "scripts", "server", "tests", "upstream"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name)),
);

test("nothing outside framework/ uses private names of Remix and React Router", () => {
  const files = [...sources, "server.ts"].filter((file) => !KNOWN.has(file) && !file.startsWith("tests/framework/"));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(namesIn)).toEqual([]);
});

test("the names searched for are those that framework/ uses", () => {
  const inside = readdirSync("framework", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .flatMap((name) => namesIn(join("framework", name)))
    .join("\n");
  for (const name of ["UNSAFE_RemixContext", "__remixRouter", "__remixManifest", "renderMeta", "X-Remix-Replace"])
    expect(inside).toContain(name);
});
