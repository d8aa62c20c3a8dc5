import type { Part } from "./contract/parts";
import { PUBLIC_QUERY } from "./paths";

/**
 * Facts of a URL: declared beside it in `routes.ts`; read by the servers, the build and the tests, never by browsers.
 */
export type RouteFacts = {
  /**
   * Readers who may open it: everybody (`public`); members, others are asked to log in and come back (`member`); a member, for
   * what is their own, others are redirected to `home` (`own`); a member with a complete professional profile
   * (`professional`); only in the demo (`demo`); staff (`staff`: anonymous readers are asked to log in, members get a
   * 404).
   */
  audience: "public" | "member" | "own" | "professional" | "demo" | "staff";
  /** Page to which readers without a login are redirected. */
  home: "/" | "/zhiku";
  /** Whether search engines may index it; for a path with parameters, all but the listed paths. */
  index: boolean | { except: readonly string[] };
  /**
   * Kind of response: a page (`page`); the target of a navigation or form submission of the router, without a page of
   * its own (`step`); requested without the router, such as files, downloads and fetches of our scripts (`direct`).
   */
  shape: "page" | "step" | "direct";
  /**
   * Caches that may store the response: the page cache for anonymous readers, and browsers with revalidation (`shared`);
   * nobody, i.e. `no-store` (`never`); as the response's own headers say (`stated`).
   */
  cache: "shared" | "never" | "stated";
  /**
   * Bundle of its code: the readers' bundle (`readers`); that plus forms for anonymous readers (`asking`); only such
   * forms (`login`); none that readers load (`apart`).
   */
  chunk: "readers" | "asking" | "login" | "apart";
  /**
   * Query parameters that it may read; the page cache ignores all others, so that they are no other page, to be rendered
   * again. Pages read some of `PUBLIC_QUERY`, those that cost much say which.
   */
  query: readonly string[];
  /** Kind of read for the read limits (`server/admission/read-limits.ts`). */
  reading: "page" | "search";
  /** Size of forms it accepts: texts and at most one picture, or also large files (`FORM_BYTES_MAX`). */
  body: "fields" | "files";
  /**
   * Origin of writes: only our own pages, or anywhere, because the request carries its own proof or changes
   * nothing.
   */
  writes: "own pages" | "anywhere";
  /** Whether the request is passed on to the upstream. */
  passed: boolean;
  /** Part of the site that it belongs to; null for what every site has. */
  part: Part | null;
};

/** A route as Remix takes it, with its facts. */
export type Route = {
  id: string;
  file: string;
  path?: string;
  index?: boolean;
  facts: RouteFacts;
  children?: Route[];
};

type More = {
  /** Route id, needed if one file serves several paths. */
  id?: string;
  children?: Route[];
};

/** A route at `path` below its parent's; the facts of a route with children concern its own loader and code. */
export const route = (
  path: string,
  file: string,
  facts: RouteFacts,
  { id = idOf(file), children }: More = {},
): Route => ({
  id,
  path,
  file,
  facts,
  ...(children && { children }),
});

/** The route at its parent's own path. */
export const index = (file: string, facts: RouteFacts): Route => ({ id: idOf(file), index: true, file, facts });

/** A layout around routes, without a path of its own. */
export const layout = (file: string, facts: RouteFacts, children: Route[]): Route => ({
  id: idOf(file),
  file,
  facts,
  children,
});

const idOf = (file: string): string => file.replace(/\.\w+$/, "");

/** Open to everybody. */
export const PUBLIC_PAGE: RouteFacts = {
  audience: "public",
  home: "/",
  index: true,
  shape: "page",
  cache: "shared",
  chunk: "readers",
  query: PUBLIC_QUERY,
  reading: "page",
  body: "fields",
  writes: "own pages",
  passed: false,
  part: null,
};
/** Open to everybody but not indexed: it only rearranges, redirects or asks. */
export const UNLISTED_PAGE: RouteFacts = { ...PUBLIC_PAGE, index: false };
/** For members; others log in and come back. */
export const MEMBER_PAGE: RouteFacts = {
  ...PUBLIC_PAGE,
  audience: "member",
  index: false,
  cache: "never",
  chunk: "apart",
};
/** A member's own page; others are redirected to `home`. */
export const OWN_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "own" };
/** A page of the console. */
export const STAFF_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "staff" };
/** A page of the console that accepts large files. */
export const STAFF_FILES_PAGE: RouteFacts = { ...STAFF_PAGE, body: "files" };
/** A form target of the console's pages. */
export const STAFF_STEP: RouteFacts = { ...STAFF_PAGE, shape: "step" };
/** A download of the console. */
export const STAFF_DIRECT: RouteFacts = { ...STAFF_PAGE, shape: "direct" };
/** Only in the demo. */
export const DEMO_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "demo" };

/** Redirects, or takes a form from any page. */
export const STEP: RouteFacts = { ...PUBLIC_PAGE, index: false, shape: "step", cache: "never" };
/** Redirects a member, or takes a member's form. */
export const MEMBER_STEP: RouteFacts = { ...STEP, audience: "member" };
/** Redirects within a member's own pages. */
export const OWN_STEP: RouteFacts = { ...STEP, audience: "own", chunk: "apart" };

/** Fetched, downloaded or opened without the router. */
export const DIRECT: RouteFacts = { ...STEP, shape: "direct", chunk: "apart" };
/** Fetched by scripts of members' pages. */
export const MEMBER_DIRECT: RouteFacts = { ...DIRECT, audience: "member" };
/** Fetched or downloaded, a member's own. */
export const OWN_DIRECT: RouteFacts = { ...DIRECT, audience: "own" };
/** A file for programs, including search engines; its own headers say how long it may be cached. */
export const FILE: RouteFacts = { ...DIRECT, index: true, cache: "stated", query: [] };
/** Authenticated by its own signature (signed URL or signed body) and passed on to the upstream unchanged. */
export const PASSED: RouteFacts = { ...FILE, writes: "anywhere", passed: true };

/** Facts of a URL that belongs to a part not every site has. */
export const ofPart = (part: Part, facts: RouteFacts): RouteFacts => ({ ...facts, part });

/** Facts of a URL in zhiku, which has its own front page and bundle. */
export const ofZhiku = (facts: RouteFacts): RouteFacts => ({ ...facts, home: "/zhiku", chunk: "apart", part: "zhiku" });

/** A route that answers a path (not a layout). */
export type PlacedRoute = Omit<Route, "path" | "children"> & {
  /** Full path: `/u/:id/article`. */
  path: string;
  /** Ids of the routes around it, outermost first. */
  parents: string[];
};

/** Flattens a route map: `leaves` are the routes that answer a path, with their full path; `all` is every route. */
export function placedRoutes(
  routes: readonly Route[],
  above = "",
  parents: string[] = [],
): { leaves: PlacedRoute[]; all: Route[] } {
  const found = routes.map((one) => {
    const { path, children, ...rest } = one;
    const full = path ? `${above}/${path}` : above;
    if (!children) return { leaves: [{ ...rest, path: full || "/", parents }], all: [one] };
    const below = placedRoutes(children, full, [...parents, one.id]);
    return { leaves: below.leaves, all: [one, ...below.all] };
  });
  return { leaves: found.flatMap(({ leaves }) => leaves), all: found.flatMap(({ all }) => all) };
}
