import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { patchPrograms } from "../framework/patch-esbuild.mjs";
import { contractOnce } from "./contract-outside.mjs";

// The programs that esbuild builds from our TypeScript, and its options.
export const programs = {
  server: "server.ts",
  upstream: "upstream/main.ts",
  import: "upstream/import/main.ts",
  admin: "upstream/command-line/main.ts",
  openapi: "scripts/openapi.ts",
  endpoints: "scripts/endpoints.ts",
};

// Their worker threads, each a separate file.
const threads = {
  "make-texts": "upstream/import/make-texts-thread.ts",
};

// Programs of `npm run bench`; built when it runs.
export const benchPrograms = {
  main: "bench/main.ts",
  agent: "bench/agent.ts",
  "raw-server": "bench/raw-server.ts",
};

const BUILT_APP = resolve("build/server/index.js");
const without = process.env.WITHOUT_PATCHES;

/** @type {import("esbuild").BuildOptions} */
const common = {
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
};

/**
 * Separate files with only our own sources: for development and benchmarks.
 * @type {import("esbuild").BuildOptions}
 */
export const programOptions = {
  ...common,
  splitting: true,
  format: "esm",
  packages: "external",
  sourcemap: true,
  plugins: [
    builtApp({ path: pathToFileURL(BUILT_APP).href, external: true }),
    ...patchPrograms(programs.server, { without }),
  ],
  chunkNames: "chunks/[name]-[hash]",
};

const ALL = "programs";

/**
 * All programs in one file with the packages that they load at start, so that a start reads one file, whose compiled
 * code is cached (see compiled-code.mjs).
 * @type {import("esbuild").BuildOptions}
 */
export const compiledOptions = {
  ...common,
  entryPoints: { programs: ALL, ...threads },
  format: "cjs",
  // Converted to `require`, because in cached code V8 no longer knows how to resolve dynamic imports.
  supported: { "dynamic-import": false },
  outExtension: { ".js": ".cjs" },
  sourcemap: true,
  sourcesContent: false,
  define: { "import.meta": "moduleMeta", "process.env.NODE_ENV": '"production"' },
  banner: { js: 'const moduleMeta = { url: require("node:url").pathToFileURL(__filename).href };' },
  // Vite also imports the packages of the app's chunks for side effects, of which they have none.
  logOverride: { "ignored-bare-import": "silent" },
  plugins: [
    allPrograms(),
    builtApp({ path: BUILT_APP }),
    contractOnce(),
    packagesLoadedLate(),
    ...patchPrograms(ALL, { without }),
  ],
};

/** @returns {import("esbuild").Plugin} */
function allPrograms() {
  const rows = Object.entries(programs).map(([name, file]) => `${JSON.stringify(name)}: () => import("./${file}")`);
  return {
    name: "all-programs",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ALL}$`) }, () => ({ path: ALL, namespace: ALL }));
      build.onLoad({ filter: /./, namespace: ALL }, () => ({
        contents: `export const programs = {${rows.join(", ")}};`,
        resolveDir: resolve("."),
      }));
    },
  };
}

/**
 * Resolves the app as built by Vite.
 * @param {import("esbuild").OnResolveResult} result
 * @returns {import("esbuild").Plugin}
 */
function builtApp(result) {
  return {
    name: "built-app",
    setup: (build) => build.onResolve({ filter: /^virtual:built-app$/ }, () => result),
  };
}

/**
 * Packages loaded on demand stay in node_modules, and so do those with other files than JavaScript.
 * @returns {import("esbuild").Plugin}
 */
function packagesLoadedLate() {
  return {
    name: "packages-loaded-late",
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ kind, path }) =>
        kind === "dynamic-import" || /^(?:sharp|better-sqlite3|@node-rs\/.*)$/.test(path)
          ? { path, external: true }
          : undefined,
      );
    },
  };
}
