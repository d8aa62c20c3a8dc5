import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readAppEnv } from "#app/server/env.server";
import { readUpstreamConfig } from "#upstream/config";
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

test("a program that is run directly refuses a file that it would not read; those that read it say so to theirs", () => {
  const problem = /^ENV_FILE: 直接运行的程序不读 site\.env/;
  expect(() => readUpstreamConfig({ ENV_FILE: "site.env" })).toThrow(problem);
  expect(() => readAppEnv({ ENV_FILE: "site.env" })).toThrow(problem);
  expect(readUpstreamConfig({ ENV_FILE: "" }).mode).toBe("demo");
  const folder = newFolder();
  writeFileSync(join(folder, "site.env"), "PORT=3\n");
  const show = "console.log(JSON.stringify(process.env.ENV_FILE), process.env.PORT)";
  const command = ["--import", LOADER, "--input-type=module", "-e", show];
  const env = { NODE_ENV: "test", ENV_FILE: "site.env" } as const;
  expect(execFileSync(process.execPath, command, { cwd: folder, env, encoding: "utf8" })).toBe('"" 3\n');
});

test("a named settings file that does not exist is refused, instead of starting the demo in place of the site", () => {
  const folder = newFolder();
  const start = () => settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "typo.env" });
  expect(start).toThrow(/^Command failed[\s\S]*\nENV_FILE: 没有文件 typo\.env\n$/);
});

/** Values that systemd reads as something else than Node.js. */
const AMBIGUOUS = ["a # b", "a#b", "#", "a\\b", "'a' # b", "'a'b", '"a\\nb"', "`a`", '"a\\\\b"', "a\\"];
const CLEAR = ["", "a b", "'a # \\ \" b'", '"a # \' b"', "a'b\"c", "https://a.example/?b=c", "  a  "];

test.each(AMBIGUOUS)("in a file that systemd reads as well, the value %s is refused by the setting's name", (value) => {
  const folder = newFolder();
  writeFileSync(join(folder, "env"), `PORT=1\nHOST=${value}\nEND=1\n`);
  const start = () => settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "env" });
  expect(start).toThrow(/^Command failed[\s\S]*\nenv：.*HOST 在不同的程序里会读成不同的值。.*='…'/);
});

test.each(CLEAR)("there, the value %s is accepted", (value) => {
  const folder = newFolder();
  writeFileSync(join(folder, "env"), `# it's a comment\n\nPORT=1\nHOST=${value}\n`);
  expect(settingsIn(folder, { NODE_ENV: "test", ENV_FILE: "env" })).toMatch(/^1\b/);
});

test("in a file .env, comments may follow a value, but none that cuts it", () => {
  const folder = newFolder();
  writeFileSync(join(folder, ".env"), "PORT=1 # the port\nHOST=a\\b # a host\n");
  expect(settingsIn(folder, { NODE_ENV: "test" })).toBe("1 a\\b");
  for (const value of ['"x#y" # a host', "'x#y' # a host", '"x#y"']) {
    writeFileSync(join(folder, ".env"), `PORT=1\nHOST=${value}\n`);
    expect(settingsIn(folder, { NODE_ENV: "test" })).toBe("1 x#y");
  }
  // Docker Compose takes the last one for a value, too: there is none before it.
  for (const value of ["pass#word", "#word", "pass\t#word", " # no host"]) {
    writeFileSync(join(folder, ".env"), `PORT=1\nHOST=${value}\n`);
    expect(() => settingsIn(folder, { NODE_ENV: "test" }), value).toThrow(/\.env：HOST 在不同的程序里/);
  }
});

test.each(PROGRAMS)("%s reads it before anything else", (program) => {
  expect(readFileSync(program, "utf8")).toMatch(/^(?:\/\/[^\n]*\n)*import "\.\/load-env\.mjs";\n/);
});
