/** The category named in the URL as `class`; undefined if missing or invalid. */
export function categoryOf(query: URLSearchParams): number | undefined {
  const text = query.get("class") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
