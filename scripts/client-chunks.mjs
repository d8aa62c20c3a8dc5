// By default, Rollup would split a reader's page into fifty files of a few hundred bytes, which compress badly one by
// one and fill the route manifest with their names. So modules shared by several readers' pages are in one file besides
// the framework's. Every pattern must match an existing file; if one is moved or renamed, the build fails with a
// message.
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
   * Modules that are part of the server's page and loaded later in browsers, and the modules that load them (`lazy-…`).
   * A named chunk would also contain everything that its modules import, including what only the server imports
   * immediately.
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
  /** Modules loaded later by every member's page: one file for all of them. */
  FOR_MEMBERS: [
    /\/comment\/comment-form\.tsx$/,
    /\/comment\/member-tools\.tsx$/,
    /\/reaction\/fetcher-reaction-form\.tsx$/,
    /\/layout\/member-menu\.tsx$/,
    /\/layout\/toasts\.tsx$/,
    /\/network\/guard-requests\.ts$/,
    /^framework\/browser\/route-handlers\.ts$/,
  ],
  /** Module loaded later by every page of a text; in a chunk of ours it would be loaded immediately. */
  MENU: [/\/more\/more-menu\.tsx$/],
  FROM_SITE: [/\/lazy-fetcher-reaction-form\.tsx$/, /\/lazy-member-menu\.tsx$/],
  /** Comments: loaded immediately below an article, on demand below a question, and never by lists and forms. */
  COMMENTS: [
    /\/comment\/(?:comments|comment-item|comment-text)\.tsx$/,
    /\/comment\/lazy-(?:comment-form|member-tools)\.tsx$/,
  ],
  /** Modules that other pages share with comments and lists; in those chunks, each such page would load all of them. */
  BESIDE: [
    /\/content\/ai-mark\.tsx$/,
    /\/comment\/(?:use-comment-links|comment-query)\.ts$/,
    /\/more\/lazy-more-menu\.tsx$/,
  ],
  /** List entries, and modules used around them. */
  LISTS: [
    /\/(?:question|case|text)-item\.tsx$/,
    /\/answer-summary-item\.tsx$/,
    /\/feed\/feed\.tsx$/,
    /\/recommended-authors\.tsx$/,
  ],
  /** The table of kinds, used by lists and searches; pages of a text and forms don't need it. */
  KINDS: [/^app\/contract\/kinds\.ts$/],
  /** Modules shared by the views of a profile. */
  PROFILE: [/\/profile\/(?:profile-list|collection)\.tsx$/, /\/profile\/profile-meta\.ts$/, /\/favorite-paths\.ts$/],
  /** Modules with which forms keep typed text, and are submitted once; the login page does not use them. */
  UNSENT: [
    /\/unsent\/use-unsent\.ts$/,
    /\/unsent\/unsent-notice\.tsx$/,
    /\/forms\/(?:typed-(?:text\.ts|area\.tsx)|idempotency-(?:key\.ts|field\.tsx))$/,
  ],
  /** Modules of plain form fields and request guards, each smaller than the overhead of a file. */
  FIELDS: [
    /\/components\/ui\/text-field\.tsx$/,
    /\/components\/ui\/field-error\.tsx$/,
    /\/forms\/default-button\.tsx$/,
    /\/network\/use-guarded-requests\.ts$/,
  ],
  /** Modules of fields that only members' forms and the console have. */
  ROWS: [/\/components\/ui\/field-row\.tsx$/, /\/forms\/(?:text-area\.tsx|field-of\.ts)$/],
};
/** Number of kinds of readers' pages that must need a module for it to be loaded with every page. */
const SHARED_BY = 6;

/** Path relative to the repository, whatever the repository's folder is called. */
const pathOf = (/** @type {string} */ id) => {
  const path = (id.split("?", 1)[0] ?? "").replaceAll("\\", "/");
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
};
const is = (/** @type {keyof typeof PATTERNS} */ kind, /** @type {string} */ id) =>
  PATTERNS[kind].some((pattern) => pattern.test(pathOf(id)));

/** @typedef {import("../app/route-facts").RouteFacts["chunk"]} Chunk */

/**
 * Returns Rollup's `manualChunks` for the browser's build.
 * @param {ReadonlyMap<string, Chunk>} routes bundling of each route file, by its path relative to the repository
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
    if (is("ROWS", id)) return "rows";
    const needing = [...importersOf(id, getModuleInfo)];
    // Modules shared only by other pages are not loaded by readers' pages.
    const pages = needing.filter((one) => ["readers", "asking"].includes(chunkOf(one) ?? ""));
    if (needing.some((one) => is("FRAME", one)) || pages.length >= SHARED_BY) return "site";
    // Modules shared by such forms and members' forms would otherwise load everything for members.
    return needing.some((one) => is("FOR_MEMBERS", one)) &&
      needing.some((one) => ["asking", "login"].includes(chunkOf(one) ?? ""))
      ? "forms"
      : undefined;
  };

/**
 * Returns the modules that need a module before they can run; modules loaded later are not followed.
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
 * Fails the browser's build if a pattern matches no module.
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

/**
 * Returns the patterns that match no module.
 * @param {readonly string[]} paths of all modules, relative to the repository
 * @returns {string[]}
 */
export const idlePatterns = (paths) =>
  Object.values(PATTERNS)
    .flat()
    .filter((pattern) => !paths.some((path) => pattern.test(path)))
    .map(String);
