import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PATCHES } from "./patches.mjs";
import { createPatching } from "./patching.mjs";

const require = createRequire(import.meta.url);
const quoted = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("/", "[\\\\/]");

/** @typedef {import("esbuild").BuildOptions} BuildOptions */
/** @typedef {import("./patches.mjs").Patch} Patch */

/**
 * @param {string} name
 * @param {readonly Patch[]} patches
 * @param {(options: BuildOptions) => boolean} isBundled whether a build bundles the patched packages
 * @returns {import("esbuild").Plugin}
 */
export function patchInEsbuild(name, patches, isBundled) {
  const files = patches.map((patch) => quoted(`/node_modules/${patch.package}/${patch.file}`));
  return {
    name,
    setup(build) {
      const run = createPatching(patches);
      if (patches.length === 0) return;
      build.onStart(() => run.begin());
      build.onLoad({ filter: new RegExp(`(?:${files.join("|")})$`) }, async ({ path }) => ({
        contents: run.apply(path, await readFile(path, "utf8")) ?? "",
        loader: "js",
      }));
      build.onEnd(() =>
        isBundled(build.initialOptions) ? { errors: run.complaints().map((text) => ({ text })) } : undefined,
      );
    },
  };
}

/**
 * For our programs: bundles the packages patched for the program from their module sources; everything else stays
 * external.
 * @param {string} entry the source of the program that answers requests
 * @param {{ without?: string | undefined, patches?: Patch[] }} [options] a purpose whose patches are omitted, to
 * compare
 * @returns {import("esbuild").Plugin[]}
 */
export function patchPrograms(entry, { without, patches = PATCHES } = {}) {
  const due = patches.filter(({ where, purpose }) => where.includes("program") && purpose !== without);
  const isBundled = (/** @type {BuildOptions} */ { entryPoints = [] }) => Object.values(entryPoints).includes(entry);
  return [
    {
      name: "framework-sources",
      setup(build) {
        for (const name of new Set(due.map((patch) => patch.package))) {
          const description = require.resolve(`${name}/package.json`);
          const path = join(dirname(description), JSON.parse(readFileSync(description, "utf8")).module);
          build.onResolve({ filter: new RegExp(`^${quoted(name)}$`) }, () => ({ path }));
        }
      },
    },
    patchInEsbuild("framework-patches", due, isBundled),
  ];
}
