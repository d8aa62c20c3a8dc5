import type { Part } from "./contract/parts";

/** Facts of a URL: said once beside it in `routes.ts`, read by the servers, the build and the tests, never by browsers. */
export type RouteFacts = {
  /**
   * People who are let in: everybody; members (others are asked to log in and come back); a member to what is their own
   * (others are led to `home`); a member whose professional profile is complete; whoever tries the demo; staff (strangers
   * log in, to members there is no such page).
   */
  audience: "public" | "member" | "own" | "professional" | "demo" | "staff";
  /** Page to which somebody is led whose login is missing. */
  home: "/" | "/zhiku";
  /** Whether search engines may list it; where it has parameters, all but these paths. */
  index: boolean | { except: readonly string[] };
  /**
   * Kind of response: a `page`; no page, but what the router of the page in view goes or posts to (`step`); what is asked
   * for past that router, such as files, downloads and what our scripts fetch (`direct`).
   */
  shape: "page" | "step" | "direct";
  /**
   * Keepers of the response: the page cache, for whoever is not logged in, and browsers if they ask whether it is new
   * (`shared`); nobody (`never`, that is `no-store`); as long as the response itself says (`stated`).
   */
  cache: "shared" | "never" | "stated";
  /**
   * Bundle that its code belongs to: what readers load; that, and forms for whoever is not logged in (`asking`); such forms
   * alone (`login`); nothing that readers load (`apart`).
   */
  chunk: "readers" | "asking" | "login" | "apart";
  /** Kind of read that it counts as (`server/read-limits.ts`). */
  reading: "page" | "search";
  /** Forms that it takes: texts and at most a picture, or large files beside them (`FORM_BYTES_MAX`). */
  body: "fields" | "files";
  /** Pages from which it may be written to: our own pages, or anywhere, since it proves itself or changes nothing. */
  writes: "own pages" | "anywhere";
  /** Whether the upstream answers it itself. */
  passed: boolean;
  /** Part of the site without which it is not there; null for what every site has. */
  part: Part | null;
};

/** A line of the route map, as Remix takes it, with its facts. */
export type Route = {
  id: string;
  file: string;
  path?: string;
  index?: boolean;
  facts: RouteFacts;
  children?: Route[];
};

type More = {
  /** Id of the route, where a file answers more than one path. */
  id?: string;
  children?: Route[];
};

/** A route at `path`, below its parent's; the facts of one with children are those of its own loader and code. */
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

/** Layout that stands around routes and has no path. */
export const layout = (file: string, facts: RouteFacts, children: Route[]): Route => ({
  id: idOf(file),
  file,
  facts,
  children,
});

const idOf = (file: string): string => file.replace(/\.\w+$/, "");

/** Read by everybody. */
export const PUBLIC_PAGE: RouteFacts = {
  audience: "public",
  home: "/",
  index: true,
  shape: "page",
  cache: "shared",
  chunk: "readers",
  reading: "page",
  body: "fields",
  writes: "own pages",
  passed: false,
  part: null,
};
/** For everybody, but nothing to be found: what only rearranges, leads away or asks. */
export const UNLISTED_PAGE: RouteFacts = { ...PUBLIC_PAGE, index: false };
/** For members; others log in and come back. */
export const MEMBER_PAGE: RouteFacts = {
  ...PUBLIC_PAGE,
  audience: "member",
  index: false,
  cache: "never",
  chunk: "apart",
};
/** A member's own; others are led home. */
export const OWN_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "own" };
/** Of the console. */
export const STAFF_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "staff" };
/** Of the console, taking in large files. */
export const STAFF_FILES_PAGE: RouteFacts = { ...STAFF_PAGE, body: "files" };
/** Takes a form of a page of the console. */
export const STAFF_STEP: RouteFacts = { ...STAFF_PAGE, shape: "step" };
/** Of the console, downloaded. */
export const STAFF_DIRECT: RouteFacts = { ...STAFF_PAGE, shape: "direct" };
/** Of the demo alone. */
export const DEMO_PAGE: RouteFacts = { ...MEMBER_PAGE, audience: "demo" };

/** Leads on, or takes a form of any page. */
export const STEP: RouteFacts = { ...PUBLIC_PAGE, index: false, shape: "step", cache: "never" };
/** Leads a member on, or takes a form of theirs. */
export const MEMBER_STEP: RouteFacts = { ...STEP, audience: "member" };
/** Leads on within what is a member's own. */
export const OWN_STEP: RouteFacts = { ...STEP, audience: "own", chunk: "apart" };

/** Fetched, downloaded or gone to by a browser's own means. */
export const DIRECT: RouteFacts = { ...STEP, shape: "direct", chunk: "apart" };
/** Fetched by the scripts of members' pages. */
export const MEMBER_DIRECT: RouteFacts = { ...DIRECT, audience: "member" };
/** Fetched or downloaded of what is a member's own. */
export const OWN_DIRECT: RouteFacts = { ...DIRECT, audience: "own" };
/** A file for programs, search engines among them, that says itself how long it holds. */
export const FILE: RouteFacts = { ...DIRECT, index: true, cache: "stated" };
/** Proves itself, by a signed address or a signature, and is passed on to the upstream as it is. */
export const PASSED: RouteFacts = { ...FILE, writes: "anywhere", passed: true };

/** Facts of a URL of a part that not every site has. */
export const ofPart = (part: Part, facts: RouteFacts): RouteFacts => ({ ...facts, part });

/** Facts of a URL in zhiku, which has a front page and code of its own. */
export const ofZhiku = (facts: RouteFacts): RouteFacts => ({ ...facts, home: "/zhiku", chunk: "apart", part: "zhiku" });

/** A route that answers a path: no layout. */
export type PlacedRoute = Omit<Route, "path" | "children"> & {
  /** From the root on: `/u/:id/article`. */
  path: string;
  /** The ids of those that stand around it, the outermost first. */
  parents: string[];
};

/** Every route of a map that answers a path, and those around it; a layout without a path has its parent's. */
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
