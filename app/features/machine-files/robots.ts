import type { PlacedRoute } from "#app/route-facts";

/** Query parameters that only rearrange a page's content. */
const REARRANGING = ["q", "comments", "cursor", "thread"];

/**
 * Paths for robots.txt that search engines should not visit: the shortest prefixes without any page or file that may be
 * indexed.
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
