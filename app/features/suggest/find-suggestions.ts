import { request } from "#app/forms/request";
import { paths } from "#app/paths";
import { recentSearches } from "./recent-searches";
import type { Suggestion } from "./suggestion";

/** Suggestion below a search field: a match, or a recent search. */
export type SuggestedLine = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" };

/** Maximum number of recent searches shown with matches. */
const RECENT_MAX = 2;

/** Earlier responses on this page, by URL. */
const known = new Map<string, readonly Suggestion[]>();

/** Whether a field searches zhiku, whose recent searches are stored on the server, not in the browser. */
export const isOfZhiku = ({ form }: HTMLInputElement): boolean =>
  form !== null && new URL(form.action).pathname === paths.zhikuSearch();

/** Suggestions for an empty field: recent searches. */
export const recentLines = (field: HTMLInputElement): SuggestedLine[] =>
  isOfZhiku(field)
    ? []
    : recentSearches().map((words) => ({ kind: "recent", text: words, note: "", href: paths.search("all", words) }));

/**
 * Suggestions for typed text: recent searches with the same beginning, then titles, tags and people.
 * @throws RequestError, or the error of `signal`
 */
export async function findSuggestions(field: HTMLInputElement, signal: AbortSignal): Promise<SuggestedLine[]> {
  const typed = field.value.trim();
  const before = recentLines(field).filter(({ text }) => text !== typed && text.startsWith(typed));
  const address = paths.searchSuggestions(typed) + keptTo(field);
  const found = known.get(address) ?? (await request<Suggestion[]>(address, { signal }));
  known.set(address, found);
  return [...before.slice(0, RECENT_MAX), ...found];
}

/** Query for zhiku's suggestions, with the form's filters. */
function keptTo(field: HTMLInputElement): string {
  if (!isOfZhiku(field)) return "";
  const kept = [...new FormData(field.form ?? undefined)].filter(([name]) => name !== field.name);
  return `&${new URLSearchParams([["in", "zhiku"], ...kept.map(([name, value]) => [name, String(value)])])}`;
}
