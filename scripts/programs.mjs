import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { patchPrograms } from "../framework/patch-esbuild.mjs";

// The programs that esbuild makes of our TypeScript, and how.
export const programs = {
  server: "server.ts",
  upstream: "upstream/main.ts",
  import: "upstream/import/main.ts",
  admin: "upstream/command-line/main.ts",
  openapi: "scripts/openapi.ts",
  endpoints: "scripts/endpoints.ts",
};

// Threads of theirs, each a file of its own.
const threads = {
  "make-texts": "upstream/import/make-texts-thread.ts",
};

// What `npm run bench` measures with; built when it runs.
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
 * One file of programs, where they lie, with our own sources alone: for development and for what measures.
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
 * All programs as one file with the packages that they begin with: a start reads one file, whose compiled code is kept
 * (see compiled-code.mjs).
 * @type {import("esbuild").BuildOptions}
 */
export const compiledOptions = {
  ...common,
  entryPoints: { programs: ALL, ...threads },
  format: "cjs",
  // Made `require`: in code that was kept V8 has forgotten whom to ask for modules.
  supported: { "dynamic-import": false },
  outExtension: { ".js": ".cjs" },
  sourcemap: true,
  sourcesContent: false,
  define: { "import.meta": "moduleMeta", "process.env.NODE_ENV": '"production"' },
  banner: { js: 'const moduleMeta = { url: require("node:url").pathToFileURL(__filename).href };' },
  // Vite names the packages of the app's chunks once more, for their effects, of which they have none.
  logOverride: { "ignored-bare-import": "silent" },
  plugins: [allPrograms(), builtApp({ path: BUILT_APP }), packagesLoadedLate(), ...patchPrograms(ALL, { without })],
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
 * What Vite made of the app.
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
 * Packages that a program asks for when it needs them stay in node_modules, and so does what is not JavaScript alone.
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
