import type { ReactNode } from "react";
import { Tabs } from "#app/components/ui/tabs";
import type { SearchPeriod, SearchSort } from "#app/contract/search";
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
  /** Address of the same search, asked in another way. */
  to: (choice: SearchChoice) => string;
  sorts?: readonly SearchSort[];
  /** Another choice, before these. */
  children?: ReactNode;
};

/** Order and time of a search, and the author and the tag that it is within, each of which can be taken away. */
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
