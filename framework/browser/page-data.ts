/** Address of the loaders' data of a page, by its path and query. */
export function dataOf(page: string): string {
  const { pathname, search } = new URL(page, window.location.origin);
  return `${pathname === "/" ? "/_root" : pathname.replace(/\/$/, "")}.data${search}`;
}
