import { createHash } from "node:crypto";
import { patchInEsbuild } from "./patch-esbuild.mjs";
import { PATCHES } from "./patches.mjs";
import { createPatching } from "./patching.mjs";

/** Vite's name for the entry of `@remix-run/react` when it pre-bundles dependencies for development. */
const OPTIMIZED = "@remix-run_react";

/**
 * Applies the patches for browsers and for server rendering; in development only those for correctness.
 * @param {{ without?: string | undefined, patches?: import("./patches.mjs").Patch[] }} [options] a purpose whose
 * patches
 * are omitted, to compare
 * @returns {import("vite").Plugin}
 */
export function patchInVite({ without, patches = PATCHES } = {}) {
  let building = true;
  const due = (/** @type {"browser" | "server"} */ where) =>
    patches.filter((patch) => {
      if (!patch.where.includes(where) || patch.purpose === without) return false;
      return building || patch.purpose === "correctness";
    });
  /** @type {Record<"browser" | "server", ReturnType<typeof createPatching>>} */
  let runs;
  return {
    name: "framework-patches",
    config(_, { command }) {
      building = command === "build";
      runs = { browser: createPatching(due("browser")), server: createPatching(due("server")) };
      if (building) return undefined;
      // The cache of pre-bundled dependencies is keyed by this plugin's name, so it contains the patches.
      const browser = due("browser");
      const hash = createHash("sha256").update(JSON.stringify(browser)).digest("hex").slice(0, 12);
      const plugin = patchInEsbuild(`framework-patches-${hash}`, browser, ({ entryPoints = [] }) =>
        Object.values(entryPoints).includes(OPTIMIZED),
      );
      return { optimizeDeps: { esbuildOptions: { plugins: [plugin] } } };
    },
    transform(code, id, options) {
      const changed = runs[options?.ssr ? "server" : "browser"].apply(id, code);
      return changed === undefined ? undefined : { code: changed, map: null };
    },
    // Not at the end of the build, because Remix also closes other plugin containers, in which nothing was bundled.
    generateBundle() {
      const complaints = runs[this.environment.name === "ssr" ? "server" : "browser"].complaints();
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
    },
  };
}
