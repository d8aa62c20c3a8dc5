import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vitest/config";
import { PATCHES } from "../../framework/patches.mjs";
import { createPatching } from "../../framework/patching.mjs";

const require = createRequire(import.meta.url);

/** Changes the order of serialized values, on which tests depend. */
const LEFT_OUT = "plain-data-at-once";

/**
 * Applies our patches to Remix's server packages, as when they are bundled into our programs: without them compiling
 * the routes for each request is a quarter of a page's cost.
 */
export function patchInTests(): Plugin {
  const due = PATCHES.filter(({ name, where }) => where.includes("program") && name !== LEFT_OUT);
  const names = [...new Set(due.map((patch) => patch.package))];
  const run = createPatching(due);
  // The transform cache is keyed by this plugin's name, so it contains the patches.
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

/** The ES modules of a package, for which the patches are written. */
function sourcesOf(name: string): string {
  const description = require.resolve(`${name}/package.json`);
  return join(dirname(description), JSON.parse(readFileSync(description, "utf8")).module);
}
