// Left alone, Rollup gives readers a page in fifty files of a few hundred bytes, which compress badly one by one and
// fill the route manifest with their names. So what several readers' pages share is one file beside the framework's.
// Every pattern must mean a file that is there: when one is moved or renamed, the build ends and says so.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = `${realpathSync(fileURLToPath(new URL("..", import.meta.url)))}/`.replaceAll("\\", "/");

const PATTERNS = {
  FRAMEWORK: [
    /(?:^|\/)node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\/|^framework\/browser\/change-over\.ts$/,
  ],
  OURS: [/^(?:app|framework)\//],
  /** Modules that every page loads. */
  FRAME: [/^app\/root\.tsx$/, /^app\/entry\.client\.tsx$/, /^app\/routes\/layouts\/default\.tsx$/],
  /**
   * Modules that are in the server's page at once and fetched later in browsers, and the files that see to it
   * (`lazy-…`). A chunk
   * of ours would take along all that its modules import, also what only the server imports at once.
   */
  LATER: [
    /^app\/features\/[\w-]+\/lazy-[\w-]+\.tsx$/,
    /^app\/features\/\w+\/own-tools\.tsx$/,
    /^app\/features\/\w+\/more-menu\.tsx$/,
    /^app\/features\/\w+\/held-texts\.tsx$/,
    /^app\/features\/sms-code\/typed-letters\.tsx$/,
    /^app\/features\/\w+\/wechat-login\.tsx$/,
    /^app\/features\/\w+\/accept-button\.tsx$/,
    /^app\/features\/\w+\/editor-form\.tsx$/,
  ],
  /** Modules that every member's page fetches later: one file for all of them. */
  FOR_MEMBERS: [
    /\/comment\/comment-form\.tsx$/,
    /\/comment\/member-tools\.tsx$/,
    /\/reaction\/fetcher-reaction-form\.tsx$/,
    /\/layout\/member-menu\.tsx$/,
    /\/layout\/toasts\.tsx$/,
    /\/network\/guard-requests\.ts$/,
    /^framework\/browser\/route-handlers\.ts$/,
  ],
  /** What every page of a piece fetches later; taken along by what is ours it would come at once. */
  MENU: [/\/more\/more-menu\.tsx$/],
  FROM_SITE: [/\/lazy-fetcher-reaction-form\.tsx$/, /\/lazy-member-menu\.tsx$/],
  /** What is said about a piece: at once below an article, when it is opened below a question; lists and forms have none. */
  COMMENTS: [
    /\/comment\/(?:comments|comment-item|comment-text)\.tsx$/,
    /\/comment\/lazy-(?:comment-form|member-tools)\.tsx$/,
  ],
  /** What other pages have in common with comments and lists: with them, each of those would load them all. */
  BESIDE: [
    /\/content\/ai-mark\.tsx$/,
    /\/comment\/(?:use-comment-links|comment-query)\.ts$/,
    /\/more\/lazy-more-menu\.tsx$/,
  ],
  /** Entries of lists, and what stands around them. */
  LISTS: [
    /\/(?:question|case|text)-item\.tsx$/,
    /\/answer-summary-item\.tsx$/,
    /\/feed\/feed\.tsx$/,
    /\/recommended-authors\.tsx$/,
  ],
  /** The table of kinds, which lists and searches read; a text and a form know what they are. */
  KINDS: [/^app\/contract\/kinds\.ts$/],
  /** What the views of a profile share. */
  PROFILE: [/\/profile\/(?:profile-list|collection)\.tsx$/, /\/profile\/profile-meta\.ts$/, /\/favorite-paths\.ts$/],
  /** How forms keep what was typed: no part of the page that logs in. */
  UNSENT: [/\/unsent\/use-unsent\.ts$/, /\/unsent\/unsent-notice\.tsx$/, /\/ui\/typed-text\.ts$/],
  /** The parts of plain fields, and what watches whether they arrive: each alone is smaller than what a file costs. */
  FIELDS: [
    /\/components\/ui\/text-field\.tsx$/,
    /\/components\/ui\/field-error\.tsx$/,
    /\/components\/ui\/default-button\.tsx$/,
    /\/network\/use-guarded-requests\.ts$/,
  ],
};
/** So many kinds of readers' pages make a module worth having from the first page on. */
const SHARED_BY = 6;

/** A path from the repository on: the folder that it lies in may be called as it likes. */
const pathOf = (/** @type {string} */ id) => {
  const path = (id.split("?", 1)[0] ?? "").replaceAll("\\", "/");
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
};
const is = (/** @type {keyof typeof PATTERNS} */ kind, /** @type {string} */ id) =>
  PATTERNS[kind].some((pattern) => pattern.test(pathOf(id)));

/** @typedef {import("../app/route-facts").RouteFacts["chunk"]} Chunk */

/**
 * Rollup's `manualChunks` for the browser's build.
 * @param {ReadonlyMap<string, Chunk>} routes with what the code of each file of a route is bundled, by its path from the
 *   repository on
 * @returns {(id: string, meta: import("vite").Rollup.ManualChunkMeta) => string | undefined}
 */
export const clientChunks =
  (routes) =>
  (id, { getModuleInfo }) => {
    const chunkOf = (/** @type {string} */ one) => routes.get(pathOf(one));
    if (is("FRAMEWORK", id) || id.startsWith("\0vite/")) return "framework";
    if (is("FOR_MEMBERS", id)) return "members";
    if (is("MENU", id)) return "menu";
    if (is("BESIDE", id)) return "site";
    if (is("COMMENTS", id)) return "comments";
    if (is("LISTS", id)) return "lists";
    if (is("KINDS", id)) return "kinds";
    if (is("PROFILE", id)) return "profile";
    if (is("LATER", id) && !is("FROM_SITE", id)) return undefined;
    if (!is("OURS", id) || chunkOf(id) || is("FRAME", id)) return undefined;
    if (is("UNSENT", id)) return "unsent";
    if (is("FIELDS", id)) return "forms";
    const needing = [...importersOf(id, getModuleInfo)];
    // What only the others share stays out of what readers load.
    const pages = needing.filter((one) => ["readers", "asking"].includes(chunkOf(one) ?? ""));
    if (needing.some((one) => is("FRAME", one)) || pages.length >= SHARED_BY) return "site";
    // What such a form has in common with those of members would bring all of theirs along.
    return needing.some((one) => is("FOR_MEMBERS", one)) &&
      needing.some((one) => ["asking", "login"].includes(chunkOf(one) ?? ""))
      ? "forms"
      : undefined;
  };

/**
 * Everything that needs a module before it can run; what is fetched later needs nothing yet.
 * @param {string} id
 * @param {import("vite").Rollup.GetModuleInfo} getModuleInfo
 * @returns {Set<string>}
 */
function importersOf(id, getModuleInfo) {
  const found = new Set([id]);
  for (const one of found) {
    if (is("LATER", one) || is("FOR_MEMBERS", one)) continue;
    for (const importer of getModuleInfo(one)?.importers ?? []) found.add(importer);
  }
  return found;
}

/**
 * Ends a build of the browser's files in which a pattern means nothing.
 * @returns {import("vite").Plugin}
 */
export function checkChunkPatterns() {
  return {
    name: "check-chunk-patterns",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      const paths = [...this.getModuleIds()].map(pathOf);
      const idle = idlePatterns(paths);
      if (idle.length > 0) throw new Error(`scripts/client-chunks.mjs names what is not there: ${idle.join(", ")}`);
    },
  };
}

/** @param {readonly string[]} paths of all modules, from the repository on @returns {string[]} */
export const idlePatterns = (paths) =>
  Object.values(PATTERNS)
    .flat()
    .filter((pattern) => !paths.some((path) => pattern.test(path)))
    .map(String);
