const KEY = "searches";
const KEPT = 8;

/** Recent searches in this browser, latest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string").slice(0, KEPT) : [];
  } catch {
    // Storage is disabled, or contains something else.
    return [];
  }
}

/** Stores a search, in this browser only. */
export function rememberSearch(words: string): void {
  const text = words.replace(/\s+/g, " ").trim();
  if (text !== "") keep([text, ...recentSearches().filter((one) => one !== text)].slice(0, KEPT));
}

/** Clears all of them. */
export const forgetSearches = (): void => keep([]);

function keep(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Storage is disabled.
  }
}
