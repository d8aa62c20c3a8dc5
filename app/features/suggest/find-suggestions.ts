import { request } from "#app/forms/request";
import { paths } from "#app/paths";
import { recentSearches } from "./recent-searches";
import type { Suggestion } from "./suggestion";

/** Line below a field for searches: something that may be meant, or words that were searched for before. */
export type SuggestedLine = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" };

/** Last searches that are suggested beside what was found. */
const RECENT_MAX = 2;

/** Replies to what was asked on this page before. */
const known = new Map<string, readonly Suggestion[]>();

/** Lines for a field in which nothing is typed: the last searches. */
export const recentLines = (): SuggestedLine[] =>
  recentSearches().map((words) => ({ kind: "recent", text: words, note: "", href: paths.search("all", words) }));

/**
 * Lines for what is typed: the last searches that begin like it, then titles, tags and people.
 * @throws RequestError, or the error of `signal`
 */
export async function findSuggestions(typed: string, signal: AbortSignal): Promise<SuggestedLine[]> {
  const before = recentLines().filter(({ text }) => text !== typed && text.startsWith(typed));
  const found = known.get(typed) ?? (await request<Suggestion[]>(paths.searchSuggestions(typed), { signal }));
  known.set(typed, found);
  return [...before.slice(0, RECENT_MAX), ...found];
}
