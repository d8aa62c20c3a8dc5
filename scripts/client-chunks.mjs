// Left alone, Rollup gives readers a page in fifty files of a few hundred bytes, which compress badly one by one and
// fill the route manifest with their names. So what several readers' pages share is one file beside the framework's.

const FRAMEWORK =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run[\\/][\w-]+)[\\/]/;
const OURS = /[\\/]app[\\/]/;
const ROUTE = /[\\/]app[\\/]routes[\\/]/;
/** What every page loads. */
const FRAME = /[\\/]app[\\/](?:root|entry\.client|routes[\\/]layouts[\\/]default)\.tsx/;
/** Pages that readers never see; what only these share stays out of what readers load. */
const NOT_FOR_READERS = /[\\/]routes[\\/](?:account|dev|login|notifications|report|write|wxlogin|zhiku)\b/;
/**
 * What is in the server's page at once and fetched later in browsers, and the files that see to it (`lazy-…`). A chunk
 * of ours would take along all that its modules import, also what only the server imports at once.
 */
const LATER =
  /[\\/]features[\\/]\w+[\\/](?:lazy-[\w-]+|own-tools|held-texts|wechat-login|accept-button|editor-form)\.tsx$/;
/** What every member's page fetches later: one file for all of them. */
const FOR_MEMBERS =
  /[\\/](?:comment[\\/](?:comment-form|member-tools)|reaction[\\/]fetcher-reaction-form|layout[\\/](?:member-menu|toasts)|network[\\/]guard-requests)\.tsx?$/;
const FROM_SITE = /[\\/]lazy-(?:comment-form|member-tools|fetcher-reaction-form|member-menu)\.tsx$/;
/** Pages with a form for whoever is not logged in. */
const ASKING = /[\\/]routes[\\/](?:form|login|wxlogin)\b/;
/** How forms keep what was typed: no part of the page that logs in. */
const UNSENT = /[\\/](?:unsent[\\/](?:use-unsent|unsent-notice)|ui[\\/]typed-text)\.tsx?$/;
/** The parts of plain fields: each alone is smaller than what a file costs. */
const FIELDS = /[\\/]components[\\/]ui[\\/](?:text-field|field-error|default-button)\.tsx$/;
/** So many kinds of readers' pages make a module worth having from the first page on. */
const SHARED_BY = 6;

/**
 * Rollup's `manualChunks` for the browser's build.
 * @param {string} id
 * @param {import("vite").Rollup.ManualChunkMeta} meta
 * @returns {string | undefined}
 */
export function clientChunk(id, { getModuleInfo }) {
  if (FRAMEWORK.test(id) || id.startsWith("\0vite/")) return "framework";
  if (FOR_MEMBERS.test(id)) return "members";
  if (LATER.test(id) && !FROM_SITE.test(id)) return undefined;
  if (!OURS.test(id) || ROUTE.test(id) || FRAME.test(id)) return undefined;
  if (UNSENT.test(id)) return "unsent";
  if (FIELDS.test(id)) return "forms";
  const needing = [...importersOf(id, getModuleInfo)];
  const pages = needing.filter((one) => ROUTE.test(one) && !NOT_FOR_READERS.test(one));
  if (needing.some((one) => FRAME.test(one)) || pages.length >= SHARED_BY) return "site";
  // What such a form has in common with those of members would bring all of theirs along.
  return needing.some((one) => FOR_MEMBERS.test(one)) && needing.some((one) => ASKING.test(one)) ? "forms" : undefined;
}

/**
 * Everything that needs a module before it can run; what is fetched later needs nothing yet.
 * @param {string} id
 * @param {import("vite").Rollup.GetModuleInfo} getModuleInfo
 * @returns {Set<string>}
 */
function importersOf(id, getModuleInfo) {
  const found = new Set([id]);
  for (const one of found) {
    if (LATER.test(one) || FOR_MEMBERS.test(one)) continue;
    for (const importer of getModuleInfo(one)?.importers ?? []) found.add(importer);
  }
  return found;
}
