import type { SiteFooter } from "#app/contract/config";

/** A link of the footer, with the group in which it stands. */
export type FooterLink = { group: string; label: string; href: string };

/** The links of the footer one by one, as they are written. */
export const linksOf = (groups: SiteFooter["groups"]): FooterLink[] =>
  groups.flatMap(({ title, links }) => links.map((link) => ({ group: title, ...link })));

/** Links in their groups, both in the order in which they come first. */
export function groupedLinks(links: readonly FooterLink[]): SiteFooter["groups"] {
  const groups = new Map<string, SiteFooter["groups"][number]>();
  for (const { group, ...link } of links) {
    const held = groups.get(group) ?? { title: group, links: [] };
    held.links.push(link);
    groups.set(group, held);
  }
  return [...groups.values()];
}
