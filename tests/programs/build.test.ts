import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runProgram } from "#tests/server/run-program";
import { newFolder, removeFolders } from "./run";

/**
 * A stand-in for Vite, which notes each of its runs, stops in the middle of its work while there is a file `hold`, and
 * notes its end.
 */
const VITE = `
  const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } = require("node:fs");
  appendFileSync("runs", "run\\n");
  rmSync("build", { recursive: true, force: true });
  mkdirSync("build/server", { recursive: true });
  writeFileSync("build/server/index.js", "");
  const timer = setInterval(() => {
    if (existsSync("hold")) return;
    clearInterval(timer);
    mkdirSync("build/client/assets", { recursive: true });
    writeFileSync("build/client/assets/app.js", "");
    appendFileSync("ends", "end\\n");
  }, 50);
`;
/** One for esbuild. */
const ESBUILD = `
  const { mkdirSync } = require("node:fs");
  exports.build = async ({ outdir }) => void mkdirSync(outdir, { recursive: true });
`;

let folder: string;

/** A folder with our programs for building, and stand-ins for what they run. */
beforeEach(() => {
  folder = newFolder();
  const files = {
    "app/root.tsx": "",
    "node_modules/@remix-run/dev/dist/cli.js": VITE,
    "node_modules/esbuild/index.js": ESBUILD,
    "node_modules/vite/index.js": "",
    "package.json": '{ "type": "module" }',
    "node_modules/package.json": '{ "type": "commonjs" }',
    "scripts/contract-outside.mjs": 'export const contractOptions = { outdir: "build/contract" };',
    "scripts/keep-code.mjs": "export const keepCode = async () => {};",
    "scripts/programs.mjs":
      'export const compiledOptions = { outdir: "dist" }; export const programs = { server: "" };',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of ["build.mjs", "build-lock.mjs", "compiled-code.mjs"])
    if (existsSync(`scripts/${name}`)) cpSync(`scripts/${name}`, join(folder, "scripts", name));
});
afterAll(removeFolders);

const build = (...options: string[]) => runProgram(["scripts/build.mjs", ...options], {}, folder);
const linesOf = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").split("\n").length - 1 : 0;
const runs = () => linesOf("runs");

const hold = () => writeFileSync(join(folder, "hold"), "");
const goOn = () => rmSync(join(folder, "hold"));

/** Builds what is out of date. @returns how many builds there have been */
async function built(): Promise<number> {
  const { ended, output } = build();
  expect(await ended, output()).toBe(0);
  expect(existsSync(join(folder, "build/client/assets/app.js")), output()).toBe(true);
  return runs();
}

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a build that %s ends builds no further beside the next one, and does not count as one",
  async (signal) => {
    expect(await built()).toBe(1);
    expect(await built()).toBe(1);
    hold();
    const killed = build("--force");
    await expect.poll(runs).toBe(2);
    killed.child.kill(signal);
    await expect.poll(() => killed.child.signalCode).toBe(signal);
    // The sources are those of the build before.
    const next = build();
    await expect.poll(runs).toBe(3);
    goOn();
    expect(await next.ended, next.output()).toBe(0);
    await killed.ended;
    expect(linesOf("ends")).toBe(2);
    expect(await built()).toBe(3);
  },
);

test("a build whose files for browsers or for the contract are missing is made again", async () => {
  await built();
  rmSync(join(folder, "build/client/assets"), { recursive: true });
  expect(await built()).toBe(2);
  rmSync(join(folder, "build/contract"), { recursive: true });
  expect(await built()).toBe(3);
});

test("of two programs that find the same sources unbuilt, one builds and the other waits for it", async () => {
  hold();
  const both = [build(), build()];
  await expect
    .poll(() => both.map(({ output }) => output()).join(""))
    .toMatch(/Waiting for process \d+, which is building/);
  goOn();
  for (const { ended, output } of both) expect(await ended, output()).toBe(0);
  expect(runs()).toBe(1);
  expect(await built()).toBe(1);
});

const LOCK = () => join(folder, ".cache/build.lock");
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Leaves the lock of a process that marked it so many seconds ago. */
function leaveLock(holder: { pid: number; host: string }, seconds: number): void {
  mkdirSync(dirname(LOCK()), { recursive: true });
  writeFileSync(LOCK(), JSON.stringify({ id: "another", ...holder }));
  utimesSync(LOCK(), secondsAgo(seconds), secondsAgo(seconds));
}

test.each([
  ["whose number another process has now", { pid: process.pid, host: hostname() }, 90],
  ["of another container", { pid: 7, host: "elsewhere" }, 90],
  ["that is dead", { pid: 2 ** 22 + 1, host: hostname() }, 0],
])("nobody waits for a process %s", async (_, holder, seconds) => {
  leaveLock(holder, seconds);
  const { ended, output } = build();
  expect(await ended, output()).toBe(0);
  expect(output()).not.toContain("Waiting");
});

test("a long build is not taken for a dead one", async () => {
  hold();
  const { ended, output } = build();
  await expect.poll(runs).toBe(1);
  utimesSync(LOCK(), secondsAgo(50), secondsAgo(50));
  await expect.poll(() => statSync(LOCK()).mtimeMs, { timeout: 10_000 }).toBeGreaterThan(secondsAgo(10).getTime());
  goOn();
  expect(await ended, output()).toBe(0);
});
