import { REACT_ROUTER_DOM, REMIX_BUILD, REMIX_REACT } from "./packages.mjs";

const LOADS_PAGES =
  "async function singleFetchLoaderNavigationStrategy(manifest, routeModules, router, request, matches) {";
const ROUTES = "export const routes = {";

/** @type {import("../patches.mjs").Patch[]} */
export const CORRECTNESS = [
  {
    ...REMIX_REACT,
    name: "keep-refused-forms",
    file: "dist/esm/single-fetch.js",
    where: ["browser"],
    purpose: "correctness",
    why: "Remix asks its router to load nothing anew after an action that answered 4xx, and a form that navigates is treated so. After one that a fetcher has sent it loads all the same: the router asks for no route, and single fetch takes every route without a `shouldRevalidate` for wanted. With a login that has ended meanwhile the page then turns into a visitor's, and takes along what was typed. Asked for nothing, it shall fetch nothing; but for data of replaced modules, in development.",
    needless:
      "React Router 7, whose single fetch takes the status of the action into account (`defaultShouldRevalidate`).",
    edits: [
      {
        find: LOADS_PAGES,
        replace: `${LOADS_PAGES}\n  if (!window.__remixHdrActive && !matches.some((m) => m.shouldLoad)) return {};`,
        times: 1,
      },
    ],
  },
  {
    ...REMIX_BUILD,
    name: "guards-around-routes",
    file: "virtual:remix/server-build",
    where: ["server"],
    purpose: "correctness",
    why: "Remix 2 has no place in front of its loaders and actions. Guards of writes in our own server alone would be missing where the build runs under another one (remix-serve).",
    needless: "Middleware of React Router 7 (`v8_middleware`, in the root route).",
    edits: [{ find: ROUTES, replace: ROUTES, times: 1 }],
    add: `\nimport { guardBuild } from "#app/guard-build.server";\nguardBuild(routes);\n`,
  },
  {
    ...REACT_ROUTER_DOM,
    name: "fetchers-data-with-their-state",
    file: "dist/index.js",
    where: ["browser"],
    purpose: "correctness",
    why: "The router writes what a fetcher brought into a map that forms read while they render, before the state that says so is rendered. A form that renders for another reason just then, and changes nothing, has read it: React keeps the dependencies of its effects and drops the effects (`bailoutHooks`), and once the state is there they never run. On a slow device a refused form then neither led to its first wrong field nor took errors away. A new map for each state reaches forms with that state.",
    needless: "React Router that keeps a fetcher's data in its state.",
    edits: [
      {
        find: "fetcherData.current.set(key, fetcher.data)",
        replace: "(fetcherData.current = new Map(fetcherData.current)).set(key, fetcher.data)",
        times: 1,
      },
    ],
  },
  {
    ...REMIX_REACT,
    name: "no-haste-while-hydrating",
    file: "dist/esm/browser.js",
    where: ["browser"],
    purpose: "correctness",
    why: "Remix notes the location for its own error page at once, and with it gives all that reads its context a new one. Parts of a page that still wait for their script (`<Suspense>`) are then not taken over but made anew: who pressed 写回答 while the page began on a slow phone lost what they had typed. As a transition it waits until they are taken over; another page waits for nothing of the one that is left.",
    needless: "A Remix whose context stays the same, or React Router 7, which has no such state.",
    edits: [
      {
        find: "setLocation(newState.location);",
        replace: `const note = () => setLocation(newState.location);
        newState.location.pathname === location.pathname ? React.startTransition(note) : note();`,
        times: 1,
      },
    ],
  },
  {
    ...REMIX_REACT,
    name: "no-error-of-what-was-aborted",
    file: "dist/esm/single-fetch.js",
    where: ["browser"],
    purpose: "correctness",
    why: "Who goes on while a page's data still comes has the router abort it, and it asks no more what became of it. Remix writes an error to the console all the same where the data was being read just then, which says to whoever looks there that something was broken.",
    needless: "A Remix or React Router that says nothing of what it has aborted itself.",
    edits: [
      {
        find: "console.error(e);",
        replace: 'if (e?.name === "AbortError") throw e;\n    console.error(e);',
        times: 1,
      },
    ],
  },
];
