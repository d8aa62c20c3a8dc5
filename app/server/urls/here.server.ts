/** The requested page's path with its query. Loaders and actions don't see what Remix adds (`.data`, `_routes`). */
export function hereOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
