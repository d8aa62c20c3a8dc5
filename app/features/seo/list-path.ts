/** Canonical path of a list page, with only the parameters that change its content, not its order. */
export function listPath(path: string, query: Record<string, string | number | null | undefined>): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1))
      kept.set(name, String(value));
  }
  const text = kept.toString();
  return text ? `${path}?${text}` : path;
}
