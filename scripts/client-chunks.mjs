// Left alone, Rollup gives readers a page in fifty files of a few hundred bytes, which compress badly one by one and
// fill the route manifest with their names. So what several readers' pages share is one file beside the framework's.

const FRAMEWORK =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run[\\/][\w-]+)[\\/]/;
const OURS = /[\\/]app[\\/]/;
const ROUTE = /[\\/]app[\\/]routes[\\/]/;
/** What every page loads. */
const FRAME = /[\\/]app[\\/](?:root|entry\.client|routes[\\/]layouts[\\/]default)\.tsx/;
/** Pages that readers never see; what only these share stays out of what readers load. */
const NOT_FOR_READERS = /[\\/]routes[\\/](?:account|dev|login|notifications|write|wxlogin|zhiku)\b/;
/**
 * What puts a component into the server's page and fetches it later in browsers. A chunk of ours would take along all
 * that its modules import, also what only the server imports at once.
 */
const LATER = /[\\/]features[\\/]\w+[\\/](?:lazy-)?(?:own-tools|accept-button|editor-form)\.tsx$/;
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
  if (LATER.test(id)) return undefined;
  if (!OURS.test(id) || ROUTE.test(id) || FRAME.test(id)) return undefined;
  const needing = [...importersOf(id, getModuleInfo)];
  const pages = needing.filter((one) => ROUTE.test(one) && !NOT_FOR_READERS.test(one));
  return needing.some((one) => FRAME.test(one)) || pages.length >= SHARED_BY ? "site" : undefined;
}

/**
 * Everything that needs a module before it can run.
 * @param {string} id
 * @param {import("vite").Rollup.GetModuleInfo} getModuleInfo
 * @returns {Set<string>}
 */
function importersOf(id, getModuleInfo) {
  const found = new Set([id]);
  for (const one of found) for (const importer of getModuleInfo(one)?.importers ?? []) found.add(importer);
  return found;
}
