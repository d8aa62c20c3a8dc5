import { searchPeriod, searchSort } from "#app/contract/reading/search";
import type { SearchChoices } from "./search-choice";

/** Search filters in a URL; invalid ones are dropped. */
export function searchChoiceOf(query: URLSearchParams): SearchChoices {
  const by = query.get("by") ?? "";
  return {
    sort: searchSort.catch("best").parse(query.get("sort")),
    period: searchPeriod.safeParse(query.get("period")).data,
    by: /^[1-9]\d{0,9}$/.test(by) ? Number(by) : undefined,
    // Longer than any tag.
    tag: query.get("tag")?.slice(0, 20) || undefined,
    as: query.get("as") === "typed" ? ("typed" as const) : undefined,
  };
}
