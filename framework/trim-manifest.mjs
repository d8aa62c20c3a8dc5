import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const START = "window.__remixManifest=";

/** Remix takes what is not said for "no" and "none". */
const isNothing = (/** @type {unknown} */ value) => value === false || (Array.isArray(value) && value.length === 0);

/**
 * Takes the routes that no script ever goes to out of the list that every reader loads, and what says nothing out of
 * the others. The server keeps its own. Remix writes the list of the browser while it builds the server.
 * @param {{ folder: string, without: ReadonlySet<string> }} options the built client, and the ids of those routes
 * @returns {import("vite").Plugin}
 */
export const trimManifest = ({ folder, without }) => ({
  name: "trim-manifest",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  writeBundle: () => trim(folder, without),
});

/** @param {string} folder @param {ReadonlySet<string>} without */
function trim(folder, without) {
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
    writeFileSync(join(assets, name), `${START}${JSON.stringify(manifest)};`);
  }
}
