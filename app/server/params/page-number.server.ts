/** The `page` parameter of a list's URL, from 1; anything invalid counts as 1. */
export function pageNumberOf(query: URLSearchParams): number {
  const page = query.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}
