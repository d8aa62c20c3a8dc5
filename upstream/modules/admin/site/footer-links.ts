import type { SiteFooter } from "#app/contract/site/config";

/** A footer link, with its group. */
export type FooterLink = { group: string; label: string; href: string };

/** Flattens the footer's links for editing. */
export const linksOf = (groups: SiteFooter["groups"]): FooterLink[] =>
  groups.flatMap(({ title, links }) => links.map((link) => ({ group: title, ...link })));

/** Groups links, both in the order of first appearance. */
export function groupedLinks(links: readonly FooterLink[]): SiteFooter["groups"] {
  const groups = new Map<string, SiteFooter["groups"][number]>();
  for (const { group, ...link } of links) {
    const held = groups.get(group) ?? { title: group, links: [] };
    held.links.push(link);
    groups.set(group, held);
  }
  return [...groups.values()];
}
