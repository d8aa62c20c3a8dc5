import { placedRoutes, type RouteFacts } from "#app/route-facts";
import { routes } from "#app/routes";

const { leaves, all } = placedRoutes(routes);
const byId = new Map(all.map(({ id, facts }) => [id, facts]));

/** Every route that answers a path, with its facts. */
export const ROUTES = leaves;

/** The facts of a route by its id; null for the root, which stands around all. */
export function factsOf(id: string): RouteFacts | null {
  if (id === "root") return null;
  const facts = byId.get(id);
  if (!facts) throw new Error(`The route ${id} has no facts (app/routes.ts)`);
  return facts;
}

/** Path of a route without parameters by its id. @throws Error for a route that is not there */
export function pathOfRoute(id: string): string {
  const route = ROUTES.find((one) => one.id === id);
  if (!route) throw new Error(`The route ${id} is not there (app/routes.ts)`);
  return route.path;
}

/** Path of the route that answers whatever no other does. */
const REST = "/*";

/**
 * Whether a path leads to a route of which something holds; never so for what leads to none. As in the router, letters
 * may be small or capital, and a slash may end the path.
 * @param data that the data of such a page counts too (`/a.data`)
 */
export function pathsWhere(
  holds: (facts: RouteFacts) => boolean,
  { data = false }: { data?: boolean } = {},
): (path: string) => boolean {
  const found = ROUTES.filter(({ path, facts }) => path !== REST && holds(facts));
  const end = data ? "(?:/|\\.data)?" : "/?";
  const all = new RegExp(`^(?:${found.map(({ path }) => patternOf(path)).join("|")})${end}$`, "i");
  return (path) => all.test(path);
}

/** `/u/:id/feed.xml` as the text of a regular expression. */
const patternOf = (path: string): string =>
  path
    .replace(/\/$/, "")
    .replace(/[.\\+^$()[\]{}|?]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*/g, ".*");

const isOfZhiku = pathsWhere(({ home }) => home === "/zhiku");

/** The page to which somebody is led who may not see what a path shows, for want of a login. */
export const homeOf = (path: string): RouteFacts["home"] => (isOfZhiku(path) ? "/zhiku" : "/");

/** Whether a path is left by who logs out, since nothing is shown there to strangers. */
export const isForMembers = pathsWhere(({ audience }) => audience !== "public" && audience !== "demo");

/** Whether a path, or its data, is of the console. */
export const isOfConsole = pathsWhere(({ audience }) => audience === "staff", { data: true });

/** Whether a path is of something missing, by which somebody's program made a link; it leads to the home page. */
export const leadsNowhere = (path: string): boolean => path.includes("undefined");
