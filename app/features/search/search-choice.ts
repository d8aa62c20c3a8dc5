import type { SearchPeriod, SearchSort } from "#app/contract/search";
import type { SearchChoice } from "#app/paths";

/** Choices of a search beside its words. */
export type SearchChoices = Omit<SearchChoice, "sort"> & {
  sort: SearchSort;
  period?: SearchPeriod | undefined;
};

/** Choices as an address has them: the usual order has no name there. */
export const choiceInPath = ({ sort, ...others }: SearchChoices) => ({
  ...others,
  sort: sort === "best" ? undefined : sort,
});
