/** The canonical path of a page of a list: only what makes other content of it, never the order. */
export function listPath(path: string, query: Record<string, string | number | null | undefined>): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1))
      kept.set(name, String(value));
  }
  const text = kept.toString();
  return text ? `${path}?${text}` : path;
}
