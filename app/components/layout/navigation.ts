import { paths } from "#app/paths";

type Entry = {
  label: string;
  to: string;
  icon: string /** Paths that belong to it, by their beginning. */;
  under: string;
};

/** The parts of the site, in the order in which they stand in the header. */
export const NAVIGATION: readonly Entry[] = [
  { label: "首页", to: paths.home(), icon: "home", under: "/" },
  { label: "问答", to: paths.questions(), icon: "question", under: "/question" },
  { label: "文章", to: paths.articles(), icon: "article", under: "/article" },
  { label: "案例", to: paths.cases(), icon: "case", under: "/case" },
  { label: "活动", to: paths.activities(), icon: "activity", under: "/activity" },
  { label: "公告", to: paths.announcements(), icon: "announcement", under: "/announcement" },
  { label: "知库", to: paths.zhiku(), icon: "book", under: "/zhiku" },
];

/** Those within a thumb's reach on a phone; the others are behind 更多. */
export const TAB_BAR_ITEMS: readonly Entry[] = NAVIGATION.filter(({ label }) =>
  ["首页", "问答", "案例", "知库"].includes(label),
);
export const OVERFLOW_ITEMS: readonly Entry[] = NAVIGATION.filter((entry) => !TAB_BAR_ITEMS.includes(entry));

/** Whether a page belongs to a part: the page itself is `page`, one below it `true`, for `aria-current`. */
export function ariaCurrent({ to, under }: Entry, pathname: string): { "aria-current"?: "page" | "true" } {
  if (pathname === to) return { "aria-current": "page" };
  return under !== "/" && pathname.startsWith(`${under}/`) ? { "aria-current": "true" } : {};
}
