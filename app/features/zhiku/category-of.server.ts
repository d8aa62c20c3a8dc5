/** The category that an address names as `class`; undefined for none, and for what is no number. */
export function categoryOf(query: URLSearchParams): number | undefined {
  const text = query.get("class") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
