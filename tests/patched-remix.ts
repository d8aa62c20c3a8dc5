import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vitest/config";
import { PATCHES } from "../framework/patches.mjs";
import { createPatching } from "../framework/patching.mjs";

const require = createRequire(import.meta.url);

/** Writes the values of data in another order, and tests look for one behind the other. */
const LEFT_OUT = "plain-data-at-once";

/**
 * Makes our patches in the packages of Remix that answer requests, as they are made where they are bundled into our
 * programs: without them the routes that are compiled for each request are a quarter of the price of a page.
 */
export function patchInTests(): Plugin {
  const due = PATCHES.filter(({ name, where }) => where.includes("program") && name !== LEFT_OUT);
  const names = [...new Set(due.map((patch) => patch.package))];
  const run = createPatching(due);
  // What was transformed with other patches is kept under the name of this plugin.
  const hash = createHash("sha256").update(JSON.stringify(due)).digest("hex").slice(0, 12);
  return {
    name: `framework-patches-${hash}`,
    enforce: "pre",
    resolveId: (id) => (names.includes(id) ? sourcesOf(id) : undefined),
    transform(code, id) {
      const changed = run.apply(id, code);
      return changed === undefined ? undefined : { code: changed, map: null };
    },
  };
}

/** The modules of a package, which are what the patches are written for. */
function sourcesOf(name: string): string {
  const description = require.resolve(`${name}/package.json`);
  return join(dirname(description), JSON.parse(readFileSync(description, "utf8")).module);
}
