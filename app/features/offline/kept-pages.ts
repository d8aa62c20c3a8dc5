/** Name of the browser cache with stored pages. */
export const KEPT_CACHE = "kept-pages";
/** Key of the list in that cache. */
export const KEPT_LIST = "/offline/kept.json";
/** Page shown instead of one that is not stored. */
export const OFFLINE_PAGE = "/offline";

const DAY = 24 * 60 * 60 * 1000;
/** Maximum number of recently read pages stored. */
export const READ_MAX = 40;
/** Maximum number of favorites stored in addition, newest first. */
export const FAVORITES_MAX = 20;
/** Maximum characters of one page. */
export const PAGE_MAX = 500_000;
/** Maximum characters in total. */
export const ALL_MAX = 6_000_000;
/** Milliseconds for which a paid document may be read without checking the right. */
export const OWN_LEASE = 7 * DAY;

/** A stored page, or one whose text has to be fetched again. */
export type KeptPage = {
  path: string;
  title: string;
  /** Time in ms since 1970 at which the text was fetched; null while there is none of the current build. */
  keptAt: number | null;
  readAt: number;
  size: number;
  favorite: boolean;
  /** Login that read it; null if nobody was logged in. */
  login: string | null;
  /** Rights by which this login may read it, and until when; null for a public page. */
  own: { rights: string; until: number } | null;
};

/** The whole store, and the build of its pages. */
export type Kept = { build: string | null; pages: readonly KeptPage[] };

/** State of the reader as the server knows it, which determines what may be stored. */
export type OfflineState = {
  /** Whether the site allows storing pages. */
  on: boolean;
  /** Identifies this login, without allowing to log in; null if nobody is logged in. */
  login: string | null;
  /** Identifies the rights to paid documents; null if there are none. */
  rights: string | null;
  /** Time in ms since 1970 at which the first of these rights ends; null if none does. */
  until: number | null;
  /** Paths of favorites, newest first; only if requested. */
  favorites?: readonly string[];
};

/** Empty store. */
export const NOTHING_KEPT: Kept = { build: null, pages: [] };

/** Paths of texts that are the same for everybody. */
const TEXTS = /^\/(?:article|question|case|activity|announcement)\/[\w-]+$/;
const DOCUMENTS = /^\/zhiku\/article\/[\w-]+$/;
/** Query part that identifies a different page of a text. */
const ANSWER = /^\?aid=[\w-]+$/;

/** Whether a path belongs to a document that only some may read. */
export const isDocument = (path: string): boolean => DOCUMENTS.test(path);

/** Key of a page in the store; null if it is never stored. */
export function keptPathOf(pathname: string, search = ""): string | null {
  if (isDocument(pathname)) return pathname;
  if (!TEXTS.test(pathname) || pathname === "/question/answer") return null;
  return ANSWER.test(search) ? pathname + search : pathname;
}

/** Stored page for a URL; null if none may be shown now. */
export function findKept({ pages }: Kept, pathname: string, search: string, now: number): KeptPage | null {
  const path = keptPathOf(pathname, search);
  const found = pages.filter((page) => isShown(page, now) && (page.path === path || page.path === pathname));
  return found.find((page) => page.path === path) ?? found[0] ?? null;
}

/** Pages that can be read now, last read first. */
export const shownPages = ({ pages }: Kept, now: number): KeptPage[] =>
  pages.filter((page) => isShown(page, now)).sort((a, b) => b.readAt - a.readAt);

const isShown = ({ keptAt, own }: KeptPage, now: number): boolean =>
  keptAt !== null && (own === null || (now < own.until && now >= keptAt));

/** Removes pages of other logins and those that may no longer be read; extends the lease of the rest. */
export function afterState(kept: Kept, { on, login, rights, until }: OfflineState, now: number): Kept {
  if (!on) return { ...kept, pages: [] };
  const pages = kept.pages
    .filter((page) => page.login === null || page.login === login)
    .filter(({ own }) => own === null || (login !== null && own.rights === rights && now < (until ?? Infinity)))
    .map((page) => (page.own ? { ...page, own: { ...page.own, until: leaseFrom(now, until) } } : page));
  return { ...kept, pages };
}

/** Time until which a paid document just received may be read. */
export const leaseFrom = (now: number, until: number | null): number => Math.min(now + OWN_LEASE, until ?? Infinity);

/** Removes texts of another build; their paths are kept, so that they can be fetched again. */
export function afterBuild(kept: Kept, build: string): Kept {
  if (kept.build === build) return kept;
  return { build, pages: kept.pages.map((page) => ({ ...page, keptAt: null, size: 0 })) };
}

/** Marks favorites, and adds those that were not read here. */
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

/** Adds or replaces a page; the oldest ones make room. */
export function withPage(kept: Kept, page: KeptPage): Kept {
  return withinBounds({ ...kept, pages: [page, ...withoutPage(kept, page.path).pages] });
}

/** Removes a page. */
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
