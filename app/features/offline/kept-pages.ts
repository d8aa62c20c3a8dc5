/** Cache of the browser in which pages are kept for when there is no network. */
export const KEPT_CACHE = "kept-pages";
/** Key in that cache of the list of what is kept. */
export const KEPT_LIST = "/offline/kept.json";
/** Page that is shown in place of one that is not kept. */
export const OFFLINE_PAGE = "/offline";

const DAY = 24 * 60 * 60 * 1000;
/** Number of pages that are kept of those that were read, the last ones. */
export const READ_MAX = 40;
/** Number of favourites that are kept beside them, the newest. */
export const FAVORITES_MAX = 20;
/** Characters of one page. */
export const PAGE_MAX = 500_000;
/** Characters of all that is kept. */
export const ALL_MAX = 6_000_000;
/** Milliseconds for which a paid document may be read without asking whether the right is still there. */
export const OWN_LEASE = 7 * DAY;

/** A page that is kept, or whose text has to be fetched anew. */
export type KeptPage = {
  path: string;
  title: string;
  /** Time at which the text was fetched, in milliseconds since 1970; null while there is none of the present build. */
  keptAt: number | null;
  readAt: number;
  size: number;
  favorite: boolean;
  /** Login that read it; null where nobody was logged in. */
  login: string | null;
  /** Proof that this login may read what others may not, and the time until which it holds; null for a public page. */
  own: { rights: string; until: number } | null;
};

/** All that is kept, and the build whose pages these are. */
export type Kept = { build: string | null; pages: readonly KeptPage[] };

/** State of the reader as the server knows it now: what a worker may keep follows from it. */
export type OfflineState = {
  /** Whether the site lets anything be kept. */
  on: boolean;
  /** Mark of this login, which is no means to log in; null for nobody's. */
  login: string | null;
  /** Mark of the rights by which paid documents are read; null where none may be. */
  rights: string | null;
  /** Time at which the first of these rights ends, in milliseconds since 1970; null where none does. */
  until: number | null;
  /** Paths of favourites, the newest first; only where they were asked for. */
  favorites?: readonly string[];
};

/** List of a browser that keeps nothing. */
export const NOTHING_KEPT: Kept = { build: null, pages: [] };

/** Texts of the site by their paths: what is written there is for reading, and the same for everybody. */
const TEXTS = /^\/(?:article|question|case|activity|announcement)\/[\w-]+$/;
const DOCUMENTS = /^\/zhiku\/article\/[\w-]+$/;
/** Part of a text's address that makes another page of it. */
const ANSWER = /^\?aid=[\w-]+$/;

/** Whether a path is of a document that only some may read. */
export const isDocument = (path: string): boolean => DOCUMENTS.test(path);

/** Path under which a page is kept; null for one that never is. */
export function keptPathOf(pathname: string, search = ""): string | null {
  if (isDocument(pathname)) return pathname;
  if (!TEXTS.test(pathname) || pathname === "/question/answer") return null;
  return ANSWER.test(search) ? pathname + search : pathname;
}

/** Page that may be shown for an address now; null for none. */
export function findKept({ pages }: Kept, pathname: string, search: string, now: number): KeptPage | null {
  const path = keptPathOf(pathname, search);
  const found = pages.filter((page) => isShown(page, now) && (page.path === path || page.path === pathname));
  return found.find((page) => page.path === path) ?? found[0] ?? null;
}

/** Pages that can be read now, those read last first. */
export const shownPages = ({ pages }: Kept, now: number): KeptPage[] =>
  pages.filter((page) => isShown(page, now)).sort((a, b) => b.readAt - a.readAt);

const isShown = ({ keptAt, own }: KeptPage, now: number): boolean =>
  keptAt !== null && (own === null || (now < own.until && now >= keptAt));

/** Lets go of what is another's, or may not be read any more; what may, may for a while from now on. */
export function afterState(kept: Kept, { on, login, rights, until }: OfflineState, now: number): Kept {
  if (!on) return { ...kept, pages: [] };
  const pages = kept.pages
    .filter((page) => page.login === null || page.login === login)
    .filter(({ own }) => own === null || (login !== null && own.rights === rights && now < (until ?? Infinity)))
    .map((page) => (page.own ? { ...page, own: { ...page.own, until: leaseFrom(now, until) } } : page));
  return { ...kept, pages };
}

/** Time until which a paid document may be read that the server has just given. */
export const leaseFrom = (now: number, until: number | null): number => Math.min(now + OWN_LEASE, until ?? Infinity);

/** Forgets the texts of another build; which they were is known, so that they can be fetched anew. */
export function afterBuild(kept: Kept, build: string): Kept {
  if (kept.build === build) return kept;
  return { build, pages: kept.pages.map((page) => ({ ...page, keptAt: null, size: 0 })) };
}

/** Marks favourites, and lists those that were not read here. */
export function withFavorites(kept: Kept, paths: readonly string[], login: string, now: number): Kept {
  const wanted = paths.slice(0, FAVORITES_MAX);
  const marked = kept.pages.map((page) => ({ ...page, favorite: page.login === login && wanted.includes(page.path) }));
  const known = new Set(marked.filter((page) => page.favorite).map(({ path }) => path));
  const added = wanted
    .filter((path) => !known.has(path))
    .map((path) => ({ path, title: "", keptAt: null, readAt: now, size: 0, favorite: true, login, own: null }));
  return withinBounds({
    ...kept,
    pages: [...marked.filter(({ path }) => !added.some((one) => one.path === path)), ...added],
  });
}

/** Puts a page in, in place of what was kept of it; the oldest make room. */
export function withPage(kept: Kept, page: KeptPage): Kept {
  return withinBounds({ ...kept, pages: [page, ...withoutPage(kept, page.path).pages] });
}

/** Takes a page out. */
export const withoutPage = (kept: Kept, path: string): Kept => ({
  ...kept,
  pages: kept.pages.filter((page) => page.path !== path),
});

function withinBounds(kept: Kept): Kept {
  const newest = [...kept.pages].sort((a, b) => b.readAt - a.readAt);
  let [read, favorites, size] = [0, 0, 0];
  const pages = newest.filter((page) => {
    const room = page.favorite ? ++favorites <= FAVORITES_MAX : ++read <= READ_MAX;
    if (!room || size + page.size > ALL_MAX) return false;
    size += page.size;
    return true;
  });
  return { ...kept, pages };
}
