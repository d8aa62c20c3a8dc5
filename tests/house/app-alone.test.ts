import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const TSC = "node_modules/typescript-7/bin/tsc";
const ABSENT = ["upstream", "server"];

test("the app type-checks without the upstream and the server, knowing only the contract", () => {
  const { status, stdout } = spawnSync(process.execPath, [TSC, "-p", "tests/house/app-alone.json", "--listFilesOnly"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status).toBe(0);
  const files = stdout.split("\n").map((file) => relative(process.cwd(), file));
  expect(files.filter((file) => /^app\/routes\/.*\.tsx$/.test(file)).length).toBeGreaterThan(50);
  expect(files.filter((file) => ABSENT.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);

  // `npm run check` compiles all files together and checks that these have no errors; but then global declarations of
  // the others exist, too.
  const others = ABSENT.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ).filter((file) => file.endsWith(".ts"));
  expect(others.length).toBeGreaterThan(500);
  expect(others.filter((file) => /^\s*declare (?:global|module)\b/m.test(readFileSync(file, "utf8")))).toEqual([]);
});
