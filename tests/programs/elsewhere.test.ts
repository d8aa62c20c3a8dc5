import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { production } from "./production";
import { cleanUp, newFolder } from "./run";

cleanUp();

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

/**
 * A folder with a space and Chinese characters in its path, with the packages of `npm ci --omit=dev`, and these files
 * of ours.
 */
function installed(...own: string[]): string {
  const folder = join(newFolder(), "x y 社区");
  mkdirSync(folder);
  for (const name of ["package.json", "scripts", ...own]) cpSync(name, join(folder, name), { recursive: true });
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (!/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) || dev || devOptional) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
  return folder;
}

/** Runs a script there until it ends or prints the expected text. */
function run(folder: string, script: string, until?: RegExp): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, ...production(join(folder, "data")), PORT: "0", ENV_FILE: "" };
  const child = spawn(process.execPath, [script], { cwd: folder, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      if (until?.test(output)) child.kill("SIGTERM");
    });
  }
  return new Promise((done) => child.once("exit", (code) => done({ code, output })));
}

describe("where only what runs is installed", () => {
  let folder: string;
  beforeAll(() => {
    folder = installed("build", "dist", "upstream", "public");
  });

  test("npm start serves a build from another machine", async () => {
    const { code, output } = await run(folder, "scripts/start.mjs", /Shequ is ready/);
    expect(output).toContain("Shequ is ready");
    expect(code).toBe(0);
  });

  test.each([
    ["build", "build/server/index.js"],
    ["dist", "dist/server.js"],
  ])("the start says what is missing without %s", async (lost, named) => {
    rmSync(join(folder, lost), { recursive: true });
    const { code, output } = await run(folder, "scripts/start.mjs");
    expect(code).toBe(1);
    expect(output).toContain(named);
    expect(output).toContain("--omit=dev");
    expect(output).not.toContain("ERR_MODULE_NOT_FOUND");
  });

  test("npm run build works in a folder of any name, and says what it lacks", async () => {
    const { code, output } = await run(folder, "scripts/build.mjs");
    expect(code).toBe(1);
    expect(output).toContain("esbuild");
  });
});
