import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** @typedef {import("./patches.mjs").Patch} Patch */

/**
 * Creates the patching of one bundler run: applies patches to modules, and records which were applied.
 * @param {readonly Patch[]} patches
 */
export function createPatching(patches) {
  /** Files to which each patch was applied. @type {Map<Patch, Set<string>>} */
  const applied = new Map();

  return {
    begin: () => applied.clear(),

    /**
     * @param {string} id of a module, as resolved by the bundler
     * @param {string} code its source
     * @returns {string | undefined} the changed source; undefined if no patch is for this module
     * @throws {Error} if the source or the version is not what a patch was written for
     */
    apply(id, code) {
      // Modules that Rollup generates next to a CommonJS file, under the same name.
      if (id.includes("?commonjs-")) return undefined;
      const path = (id.split("?", 1)[0] ?? "").replaceAll("\\", "/");
      const due = patches.filter((patch) => isFor(patch, path));
      if (due.length === 0) return undefined;
      let changed = code;
      for (const patch of due) {
        checkVersion(patch, path);
        for (const { find, replace, times } of patch.edits) {
          const found = typeof find === "string" ? code.split(find).length - 1 : [...code.matchAll(find)].length;
          if (found !== times) {
            throw new Error(`${nameOf(patch)}: ${path} has ${find} ${found} times, not ${times}`);
          }
          changed = changed.replaceAll(find, typeof replace === "string" ? () => replace : replace);
        }
        changed += patch.add ?? "";
        applied.set(patch, (applied.get(patch) ?? new Set()).add(path));
      }
      return changed;
    },

    /** Returns a message for each patch that was not applied to exactly one file. @returns {string[]} */
    complaints() {
      return patches.flatMap((patch) => {
        const files = [...(applied.get(patch) ?? [])];
        const place = `${patch.file} of ${patch.package}`;
        if (files.length === 0) return [`${nameOf(patch)} was not applied: the bundler has resolved no ${place}`];
        return files.length > 1 ? [`${nameOf(patch)} was applied to several ${place}: ${files.join(", ")}`] : [];
      });
    },
  };
}

/** @param {Patch} patch @param {string} path */
function isFor({ package: name, file }, path) {
  return file.startsWith("virtual:") ? path === `\0${file}` : path.endsWith(`/node_modules/${name}/${file}`);
}

/** @param {Patch} patch @param {string} path @throws {Error} */
function checkVersion(patch, path) {
  const beside = `${path.slice(0, -patch.file.length)}package.json`;
  const described = existsSync(beside) ? beside : require.resolve(`${patch.package}/package.json`);
  const { version } = JSON.parse(readFileSync(described, "utf8"));
  if (version !== patch.version) {
    throw new Error(`${nameOf(patch)} was written for ${patch.package} ${patch.version}, and this is ${version}`);
  }
}

/** @param {Patch} patch */
const nameOf = ({ name }) => `Patch ${name} (framework/patches)`;
