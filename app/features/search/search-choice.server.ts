import { searchPeriod, searchSort } from "#app/contract/reading/search";
import { idIn } from "#app/server/params/id-in.server";
import { tagParam } from "#app/server/params/tag-param.server";
import type { SearchChoices } from "./search-choice";

/** Search filters in a URL; invalid ones are dropped. */
export function searchChoiceOf(query: URLSearchParams): SearchChoices {
  return {
    sort: searchSort.catch("best").parse(query.get("sort")),
    period: searchPeriod.safeParse(query.get("period")).data,
    by: idIn(query, "by") ?? undefined,
    tag: tagParam(query) ?? undefined,
    as: query.get("as") === "typed" ? ("typed" as const) : undefined,
  };
}
