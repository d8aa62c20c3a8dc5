/** The `page` of a list's URL: 1 and up; anything else counts as 1. */
export function pageNumberOf(query: URLSearchParams): number {
  const page = query.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}
