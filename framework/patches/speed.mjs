import { encodePlainData } from "../plain-data.mjs";
import { REACT_ROUTER_DOM, REMIX_REACT, REMIX_SERVER, ROUTER } from "./packages.mjs";

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

const ROUTE_MODULES = `
const entryRouteModules = new WeakMap();
function createEntryRouteModules(manifest) {
  let modules = entryRouteModules.get(manifest);
  if (!modules) entryRouteModules.set(manifest, (modules = createEntryRouteModulesAnew(manifest)));
  return modules;
}
`;

const PLAIN_DATA = `
${encodePlainData}
function encodeViaTurboStream(data, ...rest) {
  return encodePlainData(data) ?? encodeViaTurboStreamAnew(data, ...rest);
}
`;

/** A function that removes a parameter from the query, now only if it is there. */
const withoutParam = (/** @type {string} */ name, /** @type {string} */ begin) => ({
  find: `${begin}\n  let url = new URL(request.url);`,
  replace: `${begin}\n  if (!new URL(request.url).searchParams.has("${name}")) return request;\n  let url = new URL(request.url);`,
  times: 1,
});

/** @type {import("../patches.mjs").Patch[]} */
export const SPEED = [
  {
    ...ROUTER,
    name: "match-by-first-segment",
    file: "dist/router.js",
    where: ["server", "program"],
    purpose: "speed",
    why: "For every request the router flattens, ranks and compiles all routes, and tries them one by one: with ninety routes, a third of the cost of a page.",
    obsoleteWhen: "With React Router 7, which compiles and ranks the routes once per server build.",
    edits: [
      {
        find: "function compilePath(path, caseSensitive, end) {",
        replace: "function compilePathAnew(path, caseSensitive, end) {",
        times: 1,
      },
      { find: "let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);", replace: "", times: 1 },
      {
        find: "let decoded = decodePath(pathname);",
        replace: "let decoded = decodePath(pathname);\n  let branches = branchesThatMayMatch(routes, decoded);",
        times: 1,
      },
    ],
    add: MATCHING,
  },
  {
    ...REMIX_REACT,
    name: "server-routes-once",
    file: "dist/esm/routes.js",
    where: ["server"],
    purpose: "speed",
    why: "Remix creates route objects from the whole manifest again for each page that it renders.",
    obsoleteWhen: "Not with React Router 7, which does the same; measure before porting the patch.",
    edits: [
      {
        find: "function createServerRoutes(manifest, routeModules,",
        replace: "function createServerRoutesAnew(manifest, routeModules,",
        times: 1,
      },
      { find: "let children = createServerRoutes(", replace: "let children = createServerRoutesAnew(", times: 1 },
    ],
    add: SERVER_ROUTES,
  },
  {
    ...REACT_ROUTER_DOM,
    name: "data-routes-once",
    file: "server.mjs",
    where: ["server"],
    purpose: "speed",
    why: "The router converts those objects into its own, again for each page.",
    obsoleteWhen: "Not with React Router 7, which does the same; measure before porting the patch.",
    edits: [
      {
        find: "let manifest = {};\n  let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);\n\n  // Because our",
        replace: "let { dataRoutes, manifest } = convertRoutes(routes);\n\n  // Because our",
        times: 1,
      },
    ],
    add: DATA_ROUTES,
  },
  {
    ...REMIX_SERVER,
    name: "requests-as-they-are",
    file: "dist/esm/data.js",
    where: ["program"],
    purpose: "speed",
    why: "For every loader, Remix creates two new Requests to remove two parameters that are hardly ever in the query; each costs more than the loader of a layout.",
    obsoleteWhen: "With React Router 7 and `v8_passThroughRequests`, which passes loaders the original request.",
    edits: [
      withoutParam("index", "function stripIndexParam(request) {"),
      withoutParam("_routes", "function stripRoutesParam(request) {"),
    ],
  },
  {
    ...REMIX_SERVER,
    name: "plain-data-at-once",
    file: "dist/esm/single-fetch.js",
    where: ["program"],
    purpose: "speed",
    why: "turbo-stream is built to wait for promises, and takes three times as long for the plain data that our loaders return.",
    obsoleteWhen:
      "With a turbo-stream that encodes plain data synchronously; React Router 7 uses the same turbo-stream 2.",
    edits: [{ find: "function encodeViaTurboStream(", replace: "function encodeViaTurboStreamAnew(", times: 1 }],
    add: PLAIN_DATA,
  },
  {
    ...REMIX_SERVER,
    name: "entry-modules-once",
    file: "dist/esm/entry.js",
    where: ["program"],
    purpose: "speed",
    why: "For every page Remix collects the modules of all four hundred routes in a new object.",
    obsoleteWhen: "Not with React Router 7, which does the same; measure before porting the patch.",
    edits: [
      {
        find: "function createEntryRouteModules(manifest) {",
        replace: "function createEntryRouteModulesAnew(manifest) {",
        times: 1,
      },
    ],
    add: ROUTE_MODULES,
  },
];
