const KEY = "searches";
const KEPT = 8;

/** Words that were searched for in this browser, the last ones first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string").slice(0, KEPT) : [];
  } catch {
    // Switched off, or another's: nothing is kept.
    return [];
  }
}

/** Keeps words that are searched for, in this browser alone. */
export function rememberSearch(words: string): void {
  const text = words.replace(/\s+/g, " ").trim();
  if (text !== "") keep([text, ...recentSearches().filter((one) => one !== text)].slice(0, KEPT));
}

/** Forgets all of them. */
export const forgetSearches = (): void => keep([]);

function keep(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Switched off.
  }
}
