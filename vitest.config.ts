import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patchInTests } from "./tests/builds/patched-remix";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Code that changes its process (environment, modules, globals) for tests run in it later. */
const CHANGES_PROCESS = /\bvi\.(?:mock|stub\w+|spyOn|resetModules|useFakeTimers)\(|\bprocess\.env\.\w+ = /;
const [alone, together] = testFiles();

export default defineConfig({
  resolve: {
    alias: {
      "#app": folder("app"),
      "#framework": folder("framework"),
      "#log": folder("log"),
      "#runtime": folder("runtime"),
      "#server": folder("server"),
      "#upstream": folder("upstream"),
      "#tests": folder("tests"),
    },
  },
  define: { __BUILD_ID__: JSON.stringify("test") },
  test: {
    // Timeouts for hanging, not for slow operations: processes start late on a busy machine.
    testTimeout: 60_000,
    // One more than cores, because some tests mostly wait.
    maxWorkers: availableParallelism() + 1,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    environment: "node",
    // Transforming a module costs as much as running it, so results are cached for all projects, runs and databases.
    experimental: { fsModuleCache: true, fsModuleCachePath: folder(".cache/vitest") },
    setupFiles: ["tests/runner/setup.ts"],
    // Loading the upstream takes longer than most files run, so files that change nothing share their process.
    projects: [...projects("", together, false), ...projects(" alone", alone, true)],
  },
});

/** Test files that need a process of their own, and those that can share one. */
function testFiles(): [alone: string[], together: string[]] {
  const names = readdirSync(folder("tests"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join("tests", name));
  const changes = (file: string) => CHANGES_PROCESS.test(readFileSync(folder(file), "utf8"));
  return [files.filter(changes), files.filter((file) => !changes(file))];
}

function projects(suffix: string, files: string[], isolate: boolean) {
  const setupFiles = isolate ? [] : ["tests/runner/unchanged-process.ts"];
  const runsBuild = (file: string) => /^tests\/(?:routes|server|programs)\//.test(file);
  return [
    {
      extends: true as const,
      test: {
        name: `node${suffix}`,
        include: files.filter((file) => !runsBuild(file)),
        isolate,
        setupFiles,
        globalSetup: ["tests/upstream/support/pg-template.ts"],
      },
    },
    {
      extends: true as const,
      plugins: [patchInTests()],
      test: {
        name: `built${suffix}`,
        include: files.filter(runsBuild),
        isolate,
        setupFiles,
        // The app is built first if it is out of date, and run by Node itself, unchanged.
        globalSetup: ["tests/runner/build.ts"],
        server: {
          deps: {
            external: [/\/build\/server\//],
            inline: [/\/node_modules\/@remix-run\/(?:router|server-runtime)\//],
          },
        },
      },
    },
  ];
}
