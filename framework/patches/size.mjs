import remixConfig from "../../remix.config.js";
import { REACT_DOM, REACT_ROUTER, REACT_ROUTER_DOM, REMIX_REACT } from "./packages.mjs";

// Remix reads its flags at run time, so a bundler has to keep both branches; and its names for React's developer tools
// (`Link.displayName = …`) are statements that keep unused components in the bundle. With constant flags and without
// those names, Rollup removes the rest by itself.

const future = new Map(Object.entries(remixConfig.future ?? {}));

/** Page shown if the layout itself fails in the browser. */
const LAST_RESORT = `function RemixRootDefaultErrorBoundary({ error }) {
  console.error(error);
  return React.createElement("html", { lang: "zh-CN" },
    React.createElement("head", null, React.createElement("title", null, "页面出错了")),
    React.createElement("body", null, "页面出错了，请", React.createElement("a", { href: "" }, "重新加载"), "。"));
}
function BoundaryShell() {
  return null;
}
`;

/**
 * Script in each page that restores the scroll position, like Remix's, but it leaves unreadable storage alone: one that
 * the browser blocks throws at every access, and the router overwrites other content when the page is left.
 */
const RESTORE_SCROLL = `(store,key)=>{history.state?.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");try{key=JSON.parse(sessionStorage.getItem(store))?.[key||history.state.key];typeof key=="number"&&scrollTo(0,key)}catch{}}`;

/** Code that passes a router state to the pages. */
const UPDATE = `    if (flushSync) {
      flushSyncSafe(() => setStateImpl(newState));
    } else {
      changeOver(router, () => startTransitionSafe(() => setStateImpl(router.state)));
    }
`;

/** @returns {import("../patches.mjs").Patch} */
const flagsAsConstants = (/** @type {string} */ file, /** @type {number} */ times) => ({
  ...REMIX_REACT,
  name: `constant-flags in ${file}`,
  file: `dist/esm/${file}.js`,
  where: ["browser"],
  purpose: "size",
  why: "Browsers would load the code for both values of every future flag.",
  obsoleteWhen: "With React Router 7, which has dropped these flags.",
  edits: [
    {
      find: /(?<![\w.])(?:[\w.]+\.)?future\.(v3_\w+)\b/g,
      replace: (_, flag) => String(future.get(flag ?? "") ?? false),
      times,
    },
  ],
});

/** @returns {import("../patches.mjs").Patch} */
const noDisplayNames = (
  /** @type {{ package: string, version: string }} */ source,
  /** @type {string} */ file,
  /** @type {number} */ times,
) => ({
  ...source,
  name: `no-display-names in ${source.package}`,
  file,
  where: ["browser"],
  purpose: "size",
  why: "Assigning a display name prevents bundlers from removing an unused component.",
  obsoleteWhen: "With a router that marks them as free of side effects; check React Router 7 with `vite build`.",
  edits: [{ find: /^\s*\w+\.displayName = "[^"]*";$/gm, replace: "", times }],
});

/** @returns {import("../patches.mjs").Patch} */
const neverSpa = (/** @type {string} */ file, /** @type {number} */ times) => ({
  ...REMIX_REACT,
  name: `no-spa-mode in ${file}`,
  file: `dist/esm/${file}.js`,
  where: ["browser"],
  purpose: "size",
  why: "The server renders every page, so the code for single-page apps is dead.",
  obsoleteWhen:
    "Not with React Router 7, which checks `context.isSpaMode` in the same way; port the patch if it still saves enough.",
  edits: [{ find: "window.__remixContext.isSpaMode", replace: "false", times }],
});

/** @returns {import("../patches.mjs").Patch} */
const shortScrollScript = (/** @type {"server" | "browser"} */ where, /** @type {string} */ text) => ({
  ...REMIX_REACT,
  name: `short-scroll-script in ${where}`,
  file: "dist/esm/scroll-restoration.js",
  where: [where],
  purpose: "size",
  why: "Remix inlines this script into each page without minifying it: two and a half times as long.",
  obsoleteWhen: "Not with React Router 7, which does the same; port the patch.",
  edits: [
    {
      find: /\(\(STORAGE_KEY, restoreKey\) => \{[\s\S]*?\}\)\.toString\(\)/g,
      replace: () => JSON.stringify(text),
      times: 1,
    },
  ],
});

/** @type {import("../patches.mjs").Patch[]} */
export const SIZE = [
  flagsAsConstants("browser", 6),
  flagsAsConstants("components", 4),
  flagsAsConstants("fog-of-war", 1),
  flagsAsConstants("links", 2),
  flagsAsConstants("routes", 1),
  noDisplayNames(REMIX_REACT, "dist/esm/components.js", 4),
  noDisplayNames(REACT_ROUTER, "dist/index.js", 7),
  noDisplayNames(REACT_ROUTER_DOM, "dist/index.js", 8),
  neverSpa("browser", 8),
  neverSpa("routeModules", 1),
  {
    ...REMIX_REACT,
    name: "no-hot-data",
    file: "dist/esm/single-fetch.js",
    where: ["browser"],
    purpose: "size",
    why: "Only the development server reloads data when a loader's source has changed.",
    obsoleteWhen: "Never; it saves a few bytes.",
    edits: [{ find: "window.__remixHdrActive", replace: "false", times: 1 }],
  },
  {
    ...REMIX_REACT,
    name: "own-last-resort",
    file: "dist/esm/errorBoundaries.js",
    where: ["browser"],
    purpose: "size",
    why: "Remix's default error page is in English, shows the stack, and includes all of `<Scripts>`.",
    obsoleteWhen: "Not with React Router 7, which has such a page, too; port the patch.",
    edits: [
      { find: /^function RemixRootDefaultErrorBoundary\([\s\S]*(?=^export )/gm, replace: () => LAST_RESORT, times: 1 },
    ],
  },
  shortScrollScript("server", RESTORE_SCROLL),
  // The script has run by the time the page is hydrated, so it is empty in the browser.
  shortScrollScript("browser", ""),
  {
    ...REACT_ROUTER_DOM,
    name: "own-view-transitions",
    file: "dist/index.js",
    where: ["browser"],
    purpose: "size",
    why: "Each link would have to request its view transition, and React Router renders a page four times for one. Ours need one call (browser/change-over.ts).",
    obsoleteWhen: "With a router that supports them for every navigation, or with React's own `<ViewTransition>`.",
    edits: [
      {
        find: /^ {4}let isViewTransitionUnavailable = [\s\S]*?(?=^ {2}\}, \[router\.window, transition, renderDfd, fetcherData, )/gm,
        replace: () => UPDATE,
        times: 1,
      },
      {
        find: "[router.window, transition, renderDfd, fetcherData, optInStartTransition]",
        replace: "[router, fetcherData]",
        times: 1,
      },
      // State that was only used by those renderings; Remix always enables React's transitions.
      {
        find: /^ {2}let \[(?:pendingState|renderDfd|transition|interruption), set\w+\] = React\.useState\(\);\n(?=[\s\S]*? {2}let fetcherData = React\.useRef)/gm,
        replace: "",
        times: 4,
      },
      {
        find: / {2}let \{\n {4}v7_startTransition\n {2}\} = future \|\| \{\};\n {2}let optInStartTransition = [\s\S]*? {2}\}, \[v7_startTransition\]\);\n(?= {2}let setState = React\.useCallback\(\(newState, _ref2\))/g,
        replace: "",
        times: 1,
      },
      {
        find: /^ {2}\/\/ When we start a view transition, create a Deferred[\s\S]*?(?=^ {2}React\.useEffect\(\(\) => \{\n {4}process\.env)/gm,
        replace: "  React.useLayoutEffect(() => noteShown(router, state.location), [router, state]);\n",
        times: 1,
      },
    ],
    add: `\nimport { changeOver, noteShown } from "#framework/browser/change-over";\n`,
  },
  {
    ...REACT_DOM,
    name: "few-names-of-svg",
    file: "cjs/react-dom.production.min.js",
    where: ["browser"],
    purpose: "size",
    why: "The list of SVG attributes whose names React converts. Our SVG is static markup; no component uses such a name (tests/house/svg-names.test.ts).",
    obsoleteWhen: "Not with React 19, which has a shorter list.",
    edits: [
      {
        find: /"accent-height [a-z: 0-9-]+ x-height"(?=\.split)/g,
        replace: '"shape-rendering stroke-width xmlns:xlink"',
        times: 1,
      },
    ],
  },
  {
    ...REACT_DOM,
    name: "no-numbers-in-styles",
    file: "cjs/react-dom.production.min.js",
    where: ["browser"],
    purpose: "size",
    why: "The list of style properties whose numbers are no lengths. No component of ours has a numeric style (tests/house/svg-names.test.ts).",
    obsoleteWhen: "Never; React 19 has the list, too.",
    edits: [
      {
        find: /var pb=\{animationIterationCount:[\s\S]*?pb\[b\]=pb\[a\]\}\)\}\);/g,
        replace: "",
        times: 1,
      },
      {
        find: 'c||"number"!==typeof b||0===b||pb.hasOwnProperty(a)&&pb[a]?(""+b).trim():b+"px"',
        replace: '(""+b).trim()',
        times: 1,
      },
    ],
  },
];
