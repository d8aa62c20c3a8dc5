import type { ReactNode } from "react";
import { Tabs } from "#app/components/ui/tabs";
import type { SearchPeriod, SearchSort } from "#app/contract/reading/search";
import type { SearchChoice } from "#app/paths";
import { choiceInPath, type SearchChoices } from "./search-choice";
import { Within } from "./search-within";

const SORTS: { sort: SearchSort; label: string }[] = [
  { sort: "best", label: "最相关" },
  { sort: "latest", label: "最新" },
  { sort: "liked", label: "最多喜欢" },
];
const PERIODS: { period: SearchPeriod | undefined; label: string }[] = [
  { period: undefined, label: "不限时间" },
  { period: "day", label: "一天内" },
  { period: "week", label: "一周内" },
  { period: "month", label: "一月内" },
  { period: "year", label: "一年内" },
];

type Props = {
  choice: SearchChoices;
  /** URL of the same search with other filters. */
  to: (choice: SearchChoice) => string;
  sorts?: readonly SearchSort[];
  /** Another filter, before these. */
  children?: ReactNode;
};

/** Order and time filters of a search, and its author and tag, each of which can be removed. */
export function SearchFilters({ choice, to, sorts = ["best", "latest", "liked"], children }: Props) {
  const other = (changed: Partial<SearchChoices>) => to(choiceInPath({ ...choice, ...changed }));
  return (
    <div className="article-bar">
      {children}
      <Tabs
        label="排序"
        variant="pill"
        tabs={SORTS.filter(({ sort }) => sorts.includes(sort)).map(({ sort, label }) => ({
          label,
          to: other({ sort }),
          current: choice.sort === sort,
        }))}
      />
      <Tabs
        label="时间"
        variant="pill"
        tabs={PERIODS.map(({ period, label }) => ({
          label,
          to: other({ period }),
          current: choice.period === period,
        }))}
      />
      <Within choice={choice} to={to} />
    </div>
  );
}
