import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const START = "window.__remixManifest=";

/** Remix takes what is not said for "no" and "none". */
const isNothing = (/** @type {unknown} */ value) => value === false || (Array.isArray(value) && value.length === 0);

/**
 * Takes the routes that no script ever goes to out of the list that every reader loads, and what says nothing out of
 * the others. The server keeps its own. Remix writes the list of the browser while it builds the server. The console's
 * routes stand in a list of its own pages (`staff-manifest-…`): readers go there as one goes to another site.
 * @param {{ folder: string, without: ReadonlySet<string>, staff: ReadonlySet<string> }} options the built client, the ids
 *   of routes that no script goes to, and those of the console
 * @returns {import("vite").Plugin}
 */
export const trimManifest = ({ folder, without, staff }) => ({
  name: "trim-manifest",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  writeBundle: () => trim(folder, without, staff),
});

/** @param {string} folder @param {ReadonlySet<string>} without @param {ReadonlySet<string>} staff */
function trim(folder, without, staff) {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const text = readFileSync(join(assets, name), "utf8");
    if (!text.startsWith(START)) throw new Error(`${name}: not a manifest of Remix`);
    const manifest = JSON.parse(text.slice(START.length).replace(/;\s*$/, ""));
    const loaded = new Set(manifest.entry.imports);
    for (const [id, route] of Object.entries(manifest.routes)) {
      if (without.has(id)) delete manifest.routes[id];
      // What every page has loaded need not be loaded ahead of the next one.
      route.imports = route.imports?.filter((/** @type {string} */ file) => !loaded.has(file));
      for (const [name, value] of Object.entries(route)) if (isNothing(value)) delete route[name];
    }
    writeFileSync(join(assets, `staff-${name}`), `${START}${JSON.stringify(manifest)};`);
    for (const id of staff) delete manifest.routes[id];
    writeFileSync(join(assets, name), `${START}${JSON.stringify(manifest)};`);
  }
}
