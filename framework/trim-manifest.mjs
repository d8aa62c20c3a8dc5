import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStaffRoute, staffManifestOf } from "./staff-manifest.mjs";

const START = "window.__remixManifest=";
const ROUTES = "routes/";
const ASSET = /^\/assets\/([\w.-]+)\.js$/;
/** Boolean properties of a route, one bit each. */
const FLAGS = ["hasLoader", "hasAction", "hasErrorBoundary", "index"];
/** All properties that a route may have. */
const KNOWN = new Set(["id", "parentId", "path", "module", "imports", ...FLAGS]);

/** @typedef {{ id: string, module: string, parentId?: string, path?: string, imports?: string[] } & Record<string, unknown>} Route */
/** @typedef {{ entry: { imports: string[] }, routes: Record<string, Route> }} Manifest */

/** Remix treats missing properties as false or empty. */
const isNothing = (/** @type {unknown} */ value) => value === false || (Array.isArray(value) && value.length === 0);

/**
 * Removes routes that scripts never navigate to from the manifest that every reader loads, and empty properties from
 * the others. The server keeps its own manifest. Remix writes the browser's manifest while it builds the server. The
 * console's routes are only in a separate manifest for its pages.
 * @param {{ folder: string, without: ReadonlySet<string> }} options the built client, and the ids of routes that scripts
 * never navigate to
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
    /** @type {Manifest} */
    const manifest = JSON.parse(text.slice(START.length).replace(/;\s*$/, ""));
    const loaded = new Set(manifest.entry.imports);
    for (const [id, route] of Object.entries(manifest.routes)) {
      if (without.has(id)) delete manifest.routes[id];
      // Files loaded by every page need not be preloaded for the next one.
      if (route.imports) route.imports = route.imports.filter((file) => !loaded.has(file));
      for (const [key, value] of Object.entries(route)) if (isNothing(value)) delete route[key];
    }
    writeFileSync(join(assets, staffManifestOf(name)), writeManifest(manifest));
    for (const id of Object.keys(manifest.routes).filter(isStaffRoute)) delete manifest.routes[id];
    writeFileSync(join(assets, name), writeManifest(manifest));
  }
}

/**
 * Returns a script that creates a manifest: one line per route, and each file name once. As JSON it is a quarter
 * larger, compressed.
 * @param {Manifest} manifest
 * @throws Error if a route has a property that the format does not support
 */
export function writeManifest({ routes, ...rest }) {
  const all = Object.values(routes);
  const names = [...new Set(all.flatMap(({ module, imports = [] }) => [module, ...imports]))];
  const places = new Map(names.map((name, at) => [name, at]));
  const numbers = new Map(all.map(({ id }, at) => [id, at]));
  let listed = 0;
  const lines = all.map((route) => {
    const { id, parentId, path, module, imports = [] } = route;
    const unknown = Object.keys(route).filter((key) => !KNOWN.has(key));
    if (unknown.length > 0 || /\s/.test(`${id}${path}`)) throw new Error(`${id}: what says ${unknown} of a route?`);
    const flags = FLAGS.reduce((sum, flag, at) => sum + (route[flag] ? 2 ** at : 0), 0);
    const parent = parentId === undefined ? "" : numbers.get(parentId);
    // A file's first place in the list is known from the order: it needs no number.
    const files = [module, ...imports].map((file) => {
      const place = places.get(file);
      if (place !== listed) return place;
      listed += 1;
      return "";
    });
    return [id.startsWith(ROUTES) ? id.slice(ROUTES.length) : `/${id}`, parent, path ?? "", flags, ...files].join(" ");
  });
  const stems = names.map((name) => ASSET.exec(name)?.[1] ?? refuse(name));
  return `${START}(${readManifest})(${[rest, stems.join(" "), lines.join("\n")].map((part) => JSON.stringify(part))});`;
}

/** @param {string} name @returns {never} */
function refuse(name) {
  throw new Error(`${name}: not a script of ours`);
}

// Source text of a function for the browser: short, and without references to its surroundings.
const readManifest = `(m,f,l)=>{f=f.split(" ").map(n=>"/assets/"+n+".js");m.routes={};const ids=[];let k=0;for(const x of l.split("\\n")){const[n,p,path,g,...at]=x.split(" "),id=n[0]=="/"?n.slice(1):"${ROUTES}"+n,[module,...imports]=at.map(i=>f[i||k++]);ids.push(id);m.routes[id]={id,parentId:ids[p],path,${FLAGS.map((flag, at) => `${flag}:!!(g&${2 ** at})`).join(",")},module,imports}}return m}`;
