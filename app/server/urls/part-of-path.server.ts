import { isPart, PART_NAMES, type Part } from "#app/contract/parts";
import { paths } from "#app/paths";
import { pathsWhere } from "./route-facts.server";
import { serverPaths } from "./server-paths";

const RULES = PART_NAMES.map((part) => ({ part, holds: pathsWhere((facts) => facts.part === part) }));
/** Parts of parametrized routes that belong to no part as a whole. */
const SINGLE: Readonly<Record<string, Part>> = {
  [paths.articles()]: "article",
  [serverPaths.articleFeed()]: "article",
};

/** Part of the site that a path belongs to; null for what every site has. */
export function partOfPath(href: string): Part | null {
  const path = href.replace(/[?#].*$/, "");
  // The history of a text belongs to the part of its kind.
  const [, changed] = /^\/history\/(\w+)\//.exec(path) ?? [];
  if (isPart(changed)) return changed;
  return SINGLE[path] ?? RULES.find(({ holds }) => holds(path))?.part ?? null;
}

/** Whether a link leads to a part that the site lacks. */
export function leadsToMissingPart(href: string, off: readonly Part[]): boolean {
  if (off.length === 0) return false;
  const part = partOfPath(href);
  return part !== null && off.includes(part);
}
