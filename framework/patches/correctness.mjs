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
    why: "After an action that responded with 4xx, Remix does not reload the loaders, if the form navigates. If a fetcher submitted it, Remix reloads them all the same: the router asks for no route, and single fetch then loads every route without a `shouldRevalidate`. If the login has ended meanwhile, the page becomes an anonymous reader's, and typed text is lost. With this patch, no requested route means no request, except for hot updates in development.",
    obsoleteWhen:
      "With React Router 7, whose single fetch considers the status of the action (`defaultShouldRevalidate`).",
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
    why: "Remix 2 has no hook before its loaders and actions. Guards in our own server alone would be missing when the build runs under another one (remix-serve).",
    obsoleteWhen: "With the middleware of React Router 7 (`v8_middleware`, in the root route).",
    edits: [{ find: ROUTES, replace: ROUTES, times: 1 }],
    add: `\nimport { guardBuild } from "#app/guard-build.server";\nguardBuild(routes);\n`,
  },
  {
    ...REACT_ROUTER_DOM,
    name: "fetchers-data-with-their-state",
    file: "dist/index.js",
    where: ["browser"],
    purpose: "correctness",
    why: "The router stores a fetcher's data in a map that forms read while rendering, before it publishes the matching state. A form that renders in between for another reason, without changes, already sees the data: React keeps the new dependencies of its effects but drops the effects (`bailoutHooks`), and they never run. On slow devices a refused form then neither focused its first invalid field nor removed old messages. With this patch each state has a map of its own, so forms get both together.",
    obsoleteWhen: "With a React Router that keeps a fetcher's data in its state.",
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
    why: "Remix stores the location for its own error page immediately, and so renews the context that every component reads. Parts of a page that still wait for their script (`<Suspense>`) are then rendered again instead of hydrated: readers who pressed 写回答 on a slow phone while the page started lost what they had typed. As a transition, the update waits until these parts are hydrated; a navigation does not wait for the page that it leaves.",
    obsoleteWhen: "With a Remix whose context stays the same, or with React Router 7, which has no such state.",
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
    why: "If a reader navigates while a page's data is loading, the router aborts the request and ignores its outcome. If the data was being read just then, Remix still logs an error to the console, as if something were broken.",
    obsoleteWhen: "With a Remix or React Router that does not log requests that it aborted itself.",
    edits: [
      {
        find: "console.error(e);",
        replace: 'if (e?.name === "AbortError") throw e;\n    console.error(e);',
        times: 1,
      },
    ],
  },
];
