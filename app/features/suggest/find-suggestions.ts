import { request } from "#app/forms/request";
import { paths } from "#app/paths";
import { recentSearches } from "./recent-searches";
import type { Suggestion } from "./suggestion";

/** Line below a field for searches: something that may be meant, or words that were searched for before. */
export type SuggestedLine = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" };

/** Last searches that are suggested beside what was found. */
const RECENT_MAX = 2;

/** Replies to what was asked on this page before, by address. */
const known = new Map<string, readonly Suggestion[]>();

/** Whether a field searches zhiku: its last searches are on its own page, and not in the browser. */
export const isOfZhiku = ({ form }: HTMLInputElement): boolean =>
  form !== null && new URL(form.action).pathname === paths.zhikuSearch();

/** Lines for a field in which nothing is typed: the last searches. */
export const recentLines = (field: HTMLInputElement): SuggestedLine[] =>
  isOfZhiku(field)
    ? []
    : recentSearches().map((words) => ({ kind: "recent", text: words, note: "", href: paths.search("all", words) }));

/**
 * Lines for what is typed: the last searches that begin like it, then titles, tags and people.
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

/** Part of the address by which zhiku's documents are asked for, within what the form keeps to. */
function keptTo(field: HTMLInputElement): string {
  if (!isOfZhiku(field)) return "";
  const kept = [...new FormData(field.form ?? undefined)].filter(([name]) => name !== field.name);
  return `&${new URLSearchParams([["in", "zhiku"], ...kept.map(([name, value]) => [name, String(value)])])}`;
}
