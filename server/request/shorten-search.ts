import { SEARCH_MAX } from "#app/contract/limits";
import { kindOf } from "./read-kind";

/** Paths of searches besides the pages: without a scope, and suggestions while typing. */
const ALSO = new Set(["/search", "/search-suggestions"]);
/** Number of characters by which a query is cut again, if they are so long that the URL still doesn't fit. */
const STEP = 20;

/**
 * URL of a search with a shorter query, if its URL is too long, as when an error message was pasted; null for other
 * URLs. The query stays longer than what is searched for, so that the page says that it was cut.
 */
export function shortenSearch(url: string, max: number): string | null {
  const end = url.indexOf("?");
  const path = url.slice(0, end);
  if (end === -1 || (!ALSO.has(path) && kindOf(path) !== "search")) return null;
  const query = new URLSearchParams(url.slice(end + 1));
  const typed = [...(query.get("q") ?? "").replace(/\s+/g, " ").trim()];
  for (let length = Math.min(SEARCH_MAX + 1, typed.length); length > 0; length -= STEP) {
    query.set("q", typed.slice(0, length).join(""));
    const shorter = `${path}?${query}`;
    if (shorter.length <= max) return shorter;
  }
  return null;
}
