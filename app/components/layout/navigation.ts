import type { Part } from "#app/contract/parts";
import { paths } from "#app/paths";

type Entry = {
  label: string;
  to: string;
  icon: string;
  /** Path prefix of its pages. */
  under: string;
  /** Part it belongs to, if that is optional. */
  part?: Part;
};

/** The site's sections, in header order. */
export const NAVIGATION: readonly Entry[] = [
  { label: "首页", to: paths.home(), icon: "home", under: "/" },
  { label: "问答", to: paths.questions(), icon: "question", under: "/question" },
  { label: "文章", to: paths.articles(), icon: "article", under: "/article", part: "article" },
  { label: "案例", to: paths.cases(), icon: "case", under: "/case", part: "case" },
  { label: "活动", to: paths.activities(), icon: "activity", under: "/activity", part: "activity" },
  { label: "公告", to: paths.announcements(), icon: "announcement", under: "/announcement", part: "announcement" },
  { label: "知库", to: paths.zhiku(), icon: "book", under: "/zhiku", part: "zhiku" },
];

const TAB_BAR = ["首页", "问答", "知库"];

type Chosen = { navigation?: readonly { label: string; href: string }[]; off?: readonly Part[] };

/** Header links as set by the operator; by default, every section that the site has. */
export function navigationOf({ navigation: chosen, off }: Chosen = {}): readonly Entry[] {
  if (!chosen) return off ? NAVIGATION.filter(({ part }) => !part || !off.includes(part)) : NAVIGATION;
  return chosen.map(({ label, href }) => {
    const part = NAVIGATION.find(({ to }) => to === href);
    return { label, to: href, icon: part?.icon ?? "link", under: part?.under ?? href };
  });
}

/**
 * Splits entries for the bottom bar of phones: the first three of the operator's, or the usual ones; the rest is behind
 * 更多.
 */
export function tabBarOf(entries: readonly Entry[]): { near: readonly Entry[]; far: readonly Entry[] } {
  const near = entries === NAVIGATION ? entries.filter(({ label }) => TAB_BAR.includes(label)) : entries.slice(0, 3);
  return { near, far: entries.filter((entry) => !near.includes(entry)) };
}

/** `aria-current` of a section: `page` for its own page, `true` for pages below it. */
export function ariaCurrent({ to, under }: Entry, pathname: string): { "aria-current"?: "page" | "true" } {
  if (pathname === to) return { "aria-current": "page" };
  return under !== "/" && pathname.startsWith(`${under}/`) ? { "aria-current": "true" } : {};
}
