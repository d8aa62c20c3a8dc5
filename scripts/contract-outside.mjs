import { relative, resolve } from "node:path";

// The app's server build imports the contract (as `#contract/…`, see package.json) instead of containing it, so that a
// process has one copy for the app and its embedded upstream: half of the schemas to create at each start.

const CONTRACT = resolve("app/contract");

/**
 * The contract as separate modules, for servers that run the app's build by itself.
 * @type {import("esbuild").BuildOptions}
 */
export const contractOptions = {
  entryPoints: ["app/contract/**/*.ts"],
  outdir: "build/contract",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
};

/**
 * Leaves the contract out of the app's server build.
 * @returns {import("vite").Plugin}
 */
export function contractOutside() {
  return {
    name: "contract-outside",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    enforce: "pre",
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found?.id.startsWith(`${CONTRACT}/`)) return found;
      return { id: `#contract/${relative(CONTRACT, found.id).replace(/\.ts$/, "")}`, external: true };
    },
  };
}

/**
 * Resolves the contract's modules in the app's build to their sources, which the other programs import.
 * @returns {import("esbuild").Plugin}
 */
export function contractOnce() {
  return {
    name: "contract-once",
    setup: (build) =>
      build.onResolve({ filter: /^#contract\// }, ({ path }) => ({ path: resolve(CONTRACT, `${path.slice(10)}.ts`) })),
  };
}
