// The service worker. It answers nothing while there is a network: documents come from the server, and only where that
// can't be reached a page that was kept is shown, which says so. Nothing of it depends on the build that it came with.
import { change, put, SCRIPT, settled } from "./kept-cache";
import {
  isKeepable,
  KEPT_FILE,
  keptHtmlOf,
  keptLine,
  offlineLine,
  READ_WHOLE,
  shownHtml,
  withKeptList,
} from "./kept-html";
import { readKept } from "./kept-list";
import {
  afterBuild,
  afterState,
  findKept,
  isDocument,
  KEPT_CACHE,
  type KeptPage,
  keptPathOf,
  leaseFrom,
  OFFLINE_PAGE,
  type OfflineState,
  withFavorites,
  withoutPage,
  withPage,
} from "./kept-pages";
import type { FetchEvent, WorkerScope } from "./worker-scope";

const worker = self as unknown as WorkerScope;
/** Picture that stands in for those that can't be had. */
const PICTURE = "/images/picture.svg";
/** Milliseconds after which a page that is looked at counts as read. */
const READ_AFTER = 2_000;
/** Milliseconds for which a page that was kept is not fetched again. */
const FRESH = 10 * 60_000;
/** Texts that are fetched anew with each page that is read, after a new build or for new favourites. */
const ALONG = 3;
const HOUR = 60 * 60_000;
const STATE = "/offline/state";

let favoritesAskedAt = 0;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) => {
  const begin = async () => {
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
    await keepOfflinePage();
  };
  event.waitUntil(begin());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.search === KEPT_FILE || url.pathname === PICTURE) event.respondWith(fileFor(request, url));
  // The browser has asked for what is gone to already: unanswered here, it would be asked for twice.
  else if (request.mode === "navigate") event.respondWith(pageFor(event, url));
});

worker.addEventListener("message", (event) => {
  const { read } = (event.data ?? {}) as { read?: unknown };
  if (typeof read === "string" && read.startsWith("/")) {
    const url = new URL(read, worker.location.origin);
    if (url.origin === worker.location.origin) event.waitUntil(readIn(url));
  }
});

/** The page from the server; only when that can't be reached, one that is kept. */
async function pageFor(event: FetchEvent, url: URL): Promise<Response> {
  let response: Response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return event.request.destination === "document" ? keptPageFor(url) : Response.error();
  }
  const build = response.headers.get("x-build");
  if (build) {
    // From now on nothing of another build is shown.
    event.waitUntil(change((kept) => afterBuild(kept, build)));
    event.waitUntil(readIn(url));
  }
  return response;
}

/** Addresses that are just being read in. */
const reading = new Map<string, Promise<void>>();

/** Learns who reads now, lets go of what is not theirs, and keeps what they read; not twice at once, as its page tells it too. */
function readIn({ pathname, search }: URL): Promise<void> {
  const address = pathname + search;
  const begun =
    reading.get(address) ?? learnAndKeep(keptPathOf(pathname, search)).finally(() => reading.delete(address));
  reading.set(address, begun);
  return begun;
}

async function learnAndKeep(path: string | null): Promise<void> {
  const before = await readKept();
  if (!path && before.pages.every(({ login }) => login === null)) return;
  const now = Date.now();
  const asksFavorites = now - favoritesAskedAt > HOUR;
  const state = await askState(asksFavorites);
  if (!state) return;
  const { login, favorites } = state;
  if (!state.on) {
    await change((kept) => afterState(kept, state, now));
    await caches.delete(KEPT_CACHE);
    await worker.registration.unregister();
    return;
  }
  await change((kept) => {
    const allowed = afterState(kept, state, now);
    return login && favorites ? withFavorites(allowed, favorites, login, now) : allowed;
  });
  if (favorites) favoritesAskedAt = now;
  if (savesData()) return;
  await new Promise((resolve) => setTimeout(resolve, READ_AFTER));
  if (path) await keep(path, state, { read: true });
  await keepOfflinePage();
  const { pages } = await readKept();
  for (const page of pages.filter(({ keptAt }) => keptAt === null).slice(0, ALONG)) await keep(page.path, state, {});
}

/** Null where the server can't be heard: then everything stays as it is. */
async function askState(favorites = false): Promise<OfflineState | null> {
  try {
    const response = await fetch(STATE + (favorites ? "?favorites=1" : ""), { cache: "no-store" });
    return response.ok && !response.redirected ? ((await response.json()) as OfflineState) : null;
  } catch {
    return null;
  }
}

/**
 * Fetches a page and keeps it. What is public is fetched as nobody in particular, so that nothing of its reader can be in
 * it; of documents that only some may read, what this login is given whole.
 */
async function keep(path: string, state: OfflineState, { read = false }): Promise<void> {
  const now = Date.now();
  const before = (await readKept()).pages.find((page) => page.path === path);
  if (before?.keptAt && now - before.keptAt < FRESH && before.login === state.login) {
    if (read) await change((kept) => withPage(kept, { ...before, readAt: now }));
    return;
  }
  const personal = isDocument(path);
  const fetched = await fetchPage(path, personal);
  if (fetched === "unheard") return;
  const made = fetched && keptHtmlOf(fetched.text);
  const own = personal ? await proofFor(state, fetched?.text ?? "", now) : null;
  if (!fetched || !made || (personal && !own)) {
    await change((kept) => withoutPage(kept, path));
    return;
  }
  const { html, title, script, styles } = made;
  const page: KeptPage = {
    path,
    title,
    keptAt: now,
    readAt: read ? now : (before?.readAt ?? now),
    size: html.length,
    favorite: before?.favorite === true && before.login === state.login,
    login: state.login,
    own,
  };
  await put(path, fetched.headers, { html, script, styles }, (kept) => withPage(kept, page));
}

/** Proof that a document was given whole to the login that is still there; null where it was not. */
async function proofFor({ login, rights }: OfflineState, text: string, now: number): Promise<KeptPage["own"]> {
  if (!login || !rights || !text.includes(READ_WHOLE)) return null;
  const after = await askState();
  if (after?.login !== login || after.rights !== rights) return null;
  return { rights, until: leaseFrom(now, after.until) };
}

/** The page that the server gives now: null for none that may be kept. */
async function fetchPage(path: string, personal: boolean) {
  try {
    const response = await fetch(path, {
      cache: "no-store",
      credentials: personal ? "same-origin" : "omit",
      // No visit: it is not counted, and takes no message along.
      headers: { purpose: "prefetch" },
      priority: "low",
    });
    // Too much is asked for, or something is broken: what is kept stays.
    if (response.status === 429 || response.status >= 500) return "unheard";
    return isKeepable(response) ? { headers: response.headers, text: await response.text() } : null;
  } catch {
    return "unheard";
  }
}

/** The offline page of the present build, which every page that is not kept is answered with. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(KEPT_CACHE);
  if (await cache.match(OFFLINE_PAGE)) return;
  const fetched = await fetchPage(OFFLINE_PAGE, false);
  const made = fetched && fetched !== "unheard" ? keptHtmlOf(fetched.text) : null;
  if (!made || !fetched || fetched === "unheard") return;
  await put(OFFLINE_PAGE, fetched.headers, { ...made, styles: [...made.styles, PICTURE] }, (kept) => kept);
}

/** A page that is kept, or the offline page with all that are; the browser's own where not even that is there. */
async function keptPageFor({ pathname, search }: URL): Promise<Response> {
  await settled();
  const now = Date.now();
  const kept = await readKept();
  const page = findKept(kept, pathname, search, now);
  const cache = await caches.open(KEPT_CACHE);
  const found = page ? await cache.match(page.path) : undefined;
  if (page?.keptAt && found) return shown(found, (html) => shownHtml(html, keptLine(page.keptAt ?? 0), SCRIPT));
  const offline = await cache.match(OFFLINE_PAGE);
  if (!offline) return Response.error();
  return shown(offline, (html) => shownHtml(withKeptList(html, kept, now), offlineLine(pathname), SCRIPT));
}

async function shown(found: Response, make: (html: string) => string): Promise<Response> {
  return new Response(make(await found.text()), { headers: found.headers });
}

/** A file of a kept page: built ones never change, others as new as they can be had. */
async function fileFor(request: Request, { pathname, search }: URL): Promise<Response> {
  const kept = await (await caches.open(KEPT_CACHE)).match(pathname);
  if (kept && search === KEPT_FILE) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
