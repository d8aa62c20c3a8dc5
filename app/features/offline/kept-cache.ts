import { guardForms } from "./guard-forms";
import { type KeptHtml, keptPolicy } from "./kept-html";
import { readKept } from "./kept-list";
import { afterBuild, KEPT_CACHE, KEPT_LIST, type Kept } from "./kept-pages";

/** Script of stored pages, inlined in them. */
export const SCRIPT = `(${guardForms})()`;

/** Serializes changes of the store. */
let changing: Promise<unknown> = Promise.resolve();

/** Resolves once pending changes are done. */
export const settled = (): Promise<unknown> => changing;

/** Stores a page's text and files, if the store is still of its build then. */
export async function put(
  path: string,
  headers: Headers,
  { html, script, styles }: Pick<KeptHtml, "html" | "script" | "styles">,
  make: (kept: Kept) => Kept,
): Promise<void> {
  const build = headers.get("x-build") ?? "";
  await change((kept) => afterBuild(kept, build));
  const cache = await caches.open(KEPT_CACHE);
  for (const file of styles) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  const response = await stored(headers, html, script);
  await change(make, { build, path, response });
}

/** A page as stored: with its original headers, but a policy that allows nothing else to run. */
async function stored(headers: Headers, html: string, script: string): Promise<Response> {
  const own = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) own.delete(name);
  const hashes = await Promise.all([script, SCRIPT].map(hashOf));
  own.set("content-security-policy", keptPolicy(headers.get("content-security-policy") ?? "", hashes));
  return new Response(html, { headers: own });
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}

/** Changes the list and the cache accordingly. @param added the text of a page to add */
export function change(
  make: (kept: Kept) => Kept,
  added?: { build: string; path: string; response: Response },
): Promise<void> {
  const run = async () => {
    const before = await readKept();
    if (added && added.build !== before.build) return;
    const after = make(before);
    // Texts of another build are deleted with their styles.
    if (before.build !== null && before.build !== after.build) await caches.delete(KEPT_CACHE);
    if (after === before && !added) return;
    const cache = await caches.open(KEPT_CACHE);
    if (added) await cache.put(added.path, added.response);
    const left = new Set(after.pages.map(({ path }) => path));
    for (const { path } of before.pages) if (!left.has(path)) await cache.delete(path);
    await cache.put(KEPT_LIST, Response.json(after));
  };
  const done = changing.then(run, run);
  changing = done.catch(() => {});
  return done;
}
