// The service worker. It serves nothing while there is a network: documents come from the server, and only if that
// can't be reached, a stored page is shown, with a message. Nothing in it depends on the build that it came with.
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
/** Placeholder for pictures that can't be loaded. */
const PICTURE = "/images/picture.svg";
/** Milliseconds after which an open page counts as read. */
const READ_AFTER = 2_000;
/** Milliseconds for which a stored page is not fetched again. */
const FRESH = 10 * 60_000;
/** Number of texts fetched with each page read, after a new build or for new favorites. */
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
  // Navigation preload has already requested it; without a response here it would be requested twice.
  else if (request.mode === "navigate") event.respondWith(pageFor(event, url));
});

worker.addEventListener("message", (event) => {
  const { read } = (event.data ?? {}) as { read?: unknown };
  if (typeof read === "string" && read.startsWith("/")) {
    const url = new URL(read, worker.location.origin);
    if (url.origin === worker.location.origin) event.waitUntil(readIn(url));
  }
});

/** The page from the server; only if that can't be reached, a stored one. */
async function pageFor(event: FetchEvent, url: URL): Promise<Response> {
  let response: Response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return event.request.destination === "document" ? keptPageFor(url) : Response.error();
  }
  const build = response.headers.get("x-build");
  if (build) {
    // From now on, nothing of another build is shown.
    event.waitUntil(change((kept) => afterBuild(kept, build)));
    event.waitUntil(readIn(url));
  }
  return response;
}

/** URLs currently being stored. */
const reading = new Map<string, Promise<void>>();

/**
 * Asks who is reading, deletes what is not theirs, and stores the page; not twice concurrently, since the page sends a
 * message as well.
 */
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

/** Null if the server can't be reached: then everything stays as it is. */
async function askState(favorites = false): Promise<OfflineState | null> {
  try {
    const response = await fetch(STATE + (favorites ? "?favorites=1" : ""), { cache: "no-store" });
    return response.ok && !response.redirected ? ((await response.json()) as OfflineState) : null;
  } catch {
    return null;
  }
}

/**
 * Fetches and stores a page. Public pages are fetched without credentials, so that they contain nothing personal;
 * restricted documents as given in full to this login.
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

/** Rights by which a document was given in full to the current login; null if it was not. */
async function proofFor({ login, rights }: OfflineState, text: string, now: number): Promise<KeptPage["own"]> {
  if (!login || !rights || !text.includes(READ_WHOLE)) return null;
  const after = await askState();
  if (after?.login !== login || after.rights !== rights) return null;
  return { rights, until: leaseFrom(now, after.until) };
}

/** The page as the server gives it now: null if it may not be stored. */
async function fetchPage(path: string, personal: boolean) {
  try {
    const response = await fetch(path, {
      cache: "no-store",
      credentials: personal ? "same-origin" : "omit",
      // Marks it as a prefetch, so that it is not counted as a visit and consumes no flash message.
      headers: { purpose: "prefetch" },
      priority: "low",
    });
    // Overload or an error: keep what is stored.
    if (response.status === 429 || response.status >= 500) return "unheard";
    return isKeepable(response) ? { headers: response.headers, text: await response.text() } : null;
  } catch {
    return "unheard";
  }
}

/** Stores the current build's offline page, shown for every page that is not stored. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(KEPT_CACHE);
  if (await cache.match(OFFLINE_PAGE)) return;
  const fetched = await fetchPage(OFFLINE_PAGE, false);
  const made = fetched && fetched !== "unheard" ? keptHtmlOf(fetched.text) : null;
  if (!made || !fetched || fetched === "unheard") return;
  await put(OFFLINE_PAGE, fetched.headers, { ...made, styles: [...made.styles, PICTURE] }, (kept) => kept);
}

/** A stored page, or the offline page with the list; the browser's own error if even that is missing. */
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

/** A file of a stored page: built files never change; others are fetched if possible. */
async function fileFor(request: Request, { pathname, search }: URL): Promise<Response> {
  const kept = await (await caches.open(KEPT_CACHE)).match(pathname);
  if (kept && search === KEPT_FILE) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
