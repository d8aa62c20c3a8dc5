import { searchPeriod, searchSort } from "#app/contract/reading/search";
import { tagParam } from "#app/server/params/tag-param.server";
import type { SearchChoices } from "./search-choice";

/** Search filters in a URL; invalid ones are dropped. */
export function searchChoiceOf(query: URLSearchParams): SearchChoices {
  const by = query.get("by") ?? "";
  return {
    sort: searchSort.catch("best").parse(query.get("sort")),
    period: searchPeriod.safeParse(query.get("period")).data,
    by: /^[1-9]\d{0,9}$/.test(by) ? Number(by) : undefined,
    tag: tagParam(query) ?? undefined,
    as: query.get("as") === "typed" ? ("typed" as const) : undefined,
  };
}
