import type { SearchPeriod, SearchSort } from "#app/contract/reading/search";
import type { SearchChoice } from "#app/paths";

/** Search filters besides the query. */
export type SearchChoices = Omit<SearchChoice, "sort"> & {
  sort: SearchSort;
  period?: SearchPeriod | undefined;
};

/** Filters as URL parameters; the default order has none. */
export const choiceInPath = ({ sort, ...others }: SearchChoices) => ({
  ...others,
  sort: sort === "best" ? undefined : sort,
});

/** Whether a filter leaves out results; the order leaves out none. */
export const isNarrowed = ({ by, tag, period }: SearchChoices): boolean =>
  by !== undefined || tag !== undefined || period !== undefined;
