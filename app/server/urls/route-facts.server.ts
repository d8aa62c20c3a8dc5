import { PUBLIC_QUERY } from "#app/paths";
import { placedRoutes, type RouteFacts } from "#app/route-facts";
import { routes } from "#app/routes";

const { leaves, all } = placedRoutes(routes);
const byId = new Map(all.map(({ id, facts }) => [id, facts]));

/** Every route that answers a path, with its facts. */
export const ROUTES = leaves;

/** The facts of a route by id; null for the root. */
export function factsOf(id: string): RouteFacts | null {
  if (id === "root") return null;
  const facts = byId.get(id);
  if (!facts) throw new Error(`The route ${id} has no facts (app/routes.ts)`);
  return facts;
}

/** Path of a parameterless route by id. @throws Error if there is no such route */
export function pathOfRoute(id: string): string {
  const route = ROUTES.find((one) => one.id === id);
  if (!route) throw new Error(`The route ${id} is not there (app/routes.ts)`);
  return route.path;
}

/** Path of the catch-all route. */
const REST = "/*";

/**
 * Creates a test whether a path leads to a route whose facts satisfy a condition; false for unknown paths. Like the
 * router, it ignores case, encoding and trailing slashes.
 * @param data whether URLs of such pages' data count too (`/a.data`)
 */
export function pathsWhere(
  holds: (facts: RouteFacts) => boolean,
  { data = false }: { data?: boolean } = {},
): (path: string) => boolean {
  const found = ROUTES.filter(({ path, facts }) => path !== REST && holds(facts));
  return pathsLike(
    found.map(({ path }) => path),
    { data },
  );
}

/**
 * Creates a test whether a path is one of some paths of the route map (`/u/:id`). Like the router, it ignores case,
 * encoding and trailing slashes.
 * @param data whether the URLs of pages' data count too (`/a.data`)
 */
export function pathsLike(
  paths: readonly string[],
  { data = false }: { data?: boolean } = {},
): (path: string) => boolean {
  const end = data ? "(?:/|\\.data)?" : "/?";
  const all = new RegExp(`^(?:${paths.map(patternOf).join("|")})${end}$`, "i");
  return (path) => all.test(path.includes("%") || path.endsWith("//") ? plain(path) : path);
}

/** A path without needless encoding and slashes; the path itself if it can't be decoded. */
function plain(path: string): string {
  try {
    return decodeURI(path).replace(/\/+$/, "/");
  } catch {
    return path;
  }
}

/** Source of a regular expression for a path like `/u/:id/feed.xml`. */
const patternOf = (path: string): string =>
  path
    .replace(/\/$/, "")
    .replace(/[.\\+^$()[\]{}|?]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*/g, ".*");

const queries = [...new Set(ROUTES.map(({ facts }) => facts.query))]
  .filter((query) => query !== PUBLIC_QUERY)
  .map((query) => ({ query, isThere: pathsWhere((facts) => facts.query === query, { data: true }) }));

/** Query parameters that a path, or its data, may read. */
export const queryOf = (path: string): readonly string[] =>
  queries.find(({ isThere }) => isThere(path))?.query ?? PUBLIC_QUERY;

const isOfZhiku = pathsWhere(({ home }) => home === "/zhiku");

/** Page to which a reader without a login is redirected from a path. */
export const homeOf = (path: string): RouteFacts["home"] => (isOfZhiku(path) ? "/zhiku" : "/");

/** Whether logging out must leave a path, because it shows nothing to anonymous readers. */
export const isForMembers = pathsWhere(({ audience }) => audience !== "public" && audience !== "demo");

/** Whether a path, or its data, belongs to the console. */
export const isOfConsole = pathsWhere(({ audience }) => audience === "staff", { data: true });

/**
 * Whether a path contains "undefined", i.e. a program built the link from a missing value; it redirects to the home
 * page.
 */
export const leadsNowhere = (path: string): boolean => path.includes("undefined");
