/** URL of the loaders' data of a page, from its path and query. */
export function dataOf(page: string): string {
  const { pathname, search } = new URL(page, window.location.origin);
  return `${pathname === "/" ? "/_root" : pathname.replace(/\/$/, "")}.data${search}`;
}
