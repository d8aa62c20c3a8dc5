// Remix 2 flattens, ranks and compiles every route again for every request, tries them one by one, and builds all of
// them twice more to render a page: with our 90 routes that is half the price of a page. Both bundlers run the sources
// named here through this, so that each path is compiled once, each list of routes ranked once, and only the routes
// that begin like the URL are tried. (React Router 7 does the same inside.) It also makes two new Requests for every
// loader, to take two names out of the query that are hardly ever in it; each costs more than the loader of a layout.
// And it hands what loaders return to turbo-stream, which is made to wait for promises; ours never return any.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { encodePlainData } from "./plain-data.mjs";

const MATCHING = `
const compiledPaths = new Map();
function compilePath(path, caseSensitive = false, end = true) {
  const key = (caseSensitive ? "1" : "0") + (end ? "1" : "0") + path;
  let compiled = compiledPaths.get(key);
  if (!compiled) compiledPaths.set(key, (compiled = compilePathAnew(path, caseSensitive, end)));
  return compiled;
}
const rankedRoutes = new WeakMap();
function branchesThatMayMatch(routes, pathname) {
  let ranked = rankedRoutes.get(routes);
  if (!ranked) {
    const branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    const beginning = ({ path }) => /^\\/?([^/:*?]+)(?=\\/|$)/.exec(path)?.[1].toLowerCase();
    ranked = { others: branches.filter((branch) => beginning(branch) === undefined), named: new Map() };
    for (const name of new Set(branches.map(beginning))) {
      ranked.named.set(name, branches.filter((branch) => [name, undefined].includes(beginning(branch))));
    }
    rankedRoutes.set(routes, ranked);
  }
  return ranked.named.get(pathname.split("/", 2)[1]?.toLowerCase()) ?? ranked.others;
}
`;

const SERVER_ROUTES = `
const serverRoutes = new WeakMap();
function createServerRoutes(manifest, ...rest) {
  let routes = serverRoutes.get(manifest);
  if (!routes) serverRoutes.set(manifest, (routes = createServerRoutesAnew(manifest, ...rest)));
  return routes;
}
`;

const DATA_ROUTES = `
const convertedRoutes = new WeakMap();
function convertRoutes(routes) {
  let converted = convertedRoutes.get(routes);
  if (!converted) {
    const manifest = {};
    const dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);
    convertedRoutes.set(routes, (converted = { dataRoutes, manifest }));
  }
  return converted;
}
`;

const PLAIN_DATA = `
${encodePlainData}
function encodeViaTurboStream(data, ...rest) {
  return encodePlainData(data) ?? encodeViaTurboStreamAnew(data, ...rest);
}
`;

const WITHOUT_PARAM = (/** @type {string} */ name) =>
  `if (!new URL(request.url).searchParams.has("${name}")) return request;\n  let url = new URL(request.url);`;

/**
 * What is changed in which source: replacements, and what is added at the end.
 * @type {{ source: RegExp, replace: [string, string][], add: string }[]}
 */
const CHANGES = [
  {
    source: /@remix-run[\\/]router[\\/]dist[\\/]router\.js$/,
    replace: [
      ["function compilePath(path, caseSensitive, end) {", "function compilePathAnew(path, caseSensitive, end) {"],
      ["let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);", ""],
      [
        "let decoded = decodePath(pathname);",
        "let decoded = decodePath(pathname);\n  let branches = branchesThatMayMatch(routes, decoded);",
      ],
    ],
    add: MATCHING,
  },
  {
    source: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]routes\.js$/,
    replace: [
      [
        "function createServerRoutes(manifest, routeModules,",
        "function createServerRoutesAnew(manifest, routeModules,",
      ],
      ["let children = createServerRoutes(", "let children = createServerRoutesAnew("],
    ],
    add: SERVER_ROUTES,
  },
  {
    source: /react-router-dom[\\/]server\.mjs$/,
    replace: [
      [
        "let manifest = {};\n  let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);\n\n  // Because our",
        "let { dataRoutes, manifest } = convertRoutes(routes);\n\n  // Because our",
      ],
    ],
    add: DATA_ROUTES,
  },
  {
    source: /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]data\.js$/,
    replace: [
      [
        "function stripIndexParam(request) {\n  let url = new URL(request.url);",
        `function stripIndexParam(request) {\n  ${WITHOUT_PARAM("index")}`,
      ],
      [
        "function stripRoutesParam(request) {\n  let url = new URL(request.url);",
        `function stripRoutesParam(request) {\n  ${WITHOUT_PARAM("_routes")}`,
      ],
    ],
    add: "",
  },
  {
    source: /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]single-fetch\.js$/,
    replace: [["function encodeViaTurboStream(", "function encodeViaTurboStreamAnew("]],
    add: PLAIN_DATA,
  },
];

/**
 * @param {string} id path of a module
 * @param {string} code its source
 * @returns {string | undefined} the changed source; undefined when this module is left alone
 * @throws {Error} when the source is not the one this was written for
 */
export function fasterRemix(id, code) {
  const change = CHANGES.find(({ source }) => source.test(id));
  if (!change) return undefined;
  let changed = code;
  for (const [from, to] of change.replace) {
    if (changed.split(from).length !== 2) throw new Error(`${id} has changed: look at ${import.meta.url} again`);
    changed = changed.replace(from, () => to);
  }
  return changed + change.add;
}

/**
 * For the build only: in development routes change.
 * @returns {import("vite").Plugin}
 */
export function fasterRemixInVite() {
  return {
    name: "faster-remix",
    apply: "build",
    transform(code, id, options) {
      const changed = options?.ssr ? fasterRemix(id, code) : undefined;
      return changed === undefined ? undefined : { code: changed, map: null };
    },
  };
}

/**
 * Bundles the request handler with the changed router; everything else stays outside.
 * @type {import("esbuild").Plugin}
 */
export const fasterRemixInEsbuild = {
  name: "faster-remix",
  setup(build) {
    const require = createRequire(import.meta.url);
    const runtime = require.resolve("@remix-run/server-runtime").replace(/dist.index\.js$/, "dist/esm/index.js");
    const router = require.resolve("@remix-run/router").replace(/router\.cjs\.js$/, "router.js");
    build.onResolve({ filter: /^@remix-run\/server-runtime$/ }, () => ({ path: runtime }));
    build.onResolve({ filter: /^@remix-run\/router$/ }, () => ({ path: router }));
    build.onLoad(
      {
        filter:
          /@remix-run[\\/](?:router[\\/]dist[\\/]router|server-runtime[\\/]dist[\\/]esm[\\/](?:data|single-fetch))\.js$/,
      },
      async ({ path }) => ({
        contents: fasterRemix(path, await readFile(path, "utf8")),
        loader: "js",
      }),
    );
  },
};
