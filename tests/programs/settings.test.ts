import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, newFolder } from "./run";

const LOADER = resolve("scripts/load-env.mjs");
const PROGRAMS = ["start", "dev", "serve", "run"].map((name) => `scripts/${name}.mjs`);

cleanUp();

/** PORT and HOST as seen by a program that starts with the loader. */
function settingsIn(folder: string, env: NodeJS.ProcessEnv): string {
  const show = "console.log(process.env.PORT, process.env.HOST)";
  const command = ["--import", LOADER, "--input-type=module", "-e", show];
  return execFileSync(process.execPath, command, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();
}

test("a file .env sets what the environment does not", () => {
  const folder = newFolder();
  expect(settingsIn(folder, { NODE_ENV: "test", PORT: "1" })).toBe("1 undefined");
  writeFileSync(join(folder, ".env"), "# a comment\nPORT=2\nHOST=0.0.0.0\n");
  expect(settingsIn(folder, { NODE_ENV: "test", PORT: "1" })).toBe("1 0.0.0.0");
  expect(settingsIn(folder, { NODE_ENV: "test" })).toBe("2 0.0.0.0");
  writeFileSync(join(folder, "other.env"), "PORT=3\n");
  expect(settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "other.env" })).toBe("3 undefined");
  expect(settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "" })).toBe("undefined undefined");
});

test("a named settings file that does not exist is refused, instead of starting the demo in place of the site", () => {
  const folder = newFolder();
  const start = () => settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "typo.env" });
  expect(start).toThrow(/^Command failed[\s\S]*\nENV_FILE: 没有文件 typo\.env\n$/);
});

test.each(PROGRAMS)("%s reads it before anything else", (program) => {
  expect(readFileSync(program, "utf8")).toMatch(/^(?:\/\/[^\n]*\n)*import "\.\/load-env\.mjs";\n/);
});
