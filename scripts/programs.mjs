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

// What `npm run bench` measures with; built when it runs.
export const benchPrograms = {
  main: "bench/main.ts",
  agent: "bench/agent.ts",
  "raw-server": "bench/raw-server.ts",
};

/** @type {import("esbuild").BuildOptions} */
export const programOptions = {
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  plugins: patchPrograms(programs.server, { without: process.env.WITHOUT_PATCHES }),
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
};
