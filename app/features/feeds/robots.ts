import type { PlacedRoute } from "#app/route-facts";

/** Queries that only rearrange what the page without them shows. */
const REARRANGING = ["q", "comments", "cursor", "thread"];

/**
 * Paths that search engines are asked to leave alone, as robots.txt names it: the shortest beginnings of paths that
 * hold no page and no file that may be listed.
 */
export function disallowed(routes: readonly PlacedRoute[]): string[] {
  const open = routes.filter(({ facts }) => facts.index !== false && facts.shape !== "step").map(({ path }) => path);
  const isFree = (start: string) => !open.some((path) => path.startsWith(start));
  const closed = routes.flatMap(({ path, facts }) => {
    if (facts.shape !== "page" || path === "/*") return [];
    if (typeof facts.index === "object") return facts.index.except;
    if (facts.index) return [];
    const [, ...parts] = path.replace(/:.*$/, "").split("/");
    const starts = parts.filter(Boolean).map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
    return starts.find(isFree) ?? `${path}$`;
  });
  return [...new Set(closed), ...REARRANGING.map((name) => `/*?*${name}=`)];
}
