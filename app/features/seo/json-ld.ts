import type { Author } from "#app/contract/common";

/** schema.org structured data for `pageMeta`. All URLs in it are absolute. */
type Node = Record<string, unknown>;

/** Several nodes of one page. */
export const graph = (...nodes: (Node | null)[]): Node => ({
  "@context": "https://schema.org",
  "@graph": nodes.filter((node) => node !== null),
});

/** Breadcrumbs from the home page; the last entry is the page itself. */
export function breadcrumbs(origin: string, trail: readonly { name: string; path: string }[]): Node {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "首页", path: "/" }, ...trail].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** A person with name and URL; a closed account has no page. */
export const person = (origin: string, { nickname, closed }: Author, path: string): Node => ({
  "@type": "Person",
  name: nickname,
  ...(closed ? {} : { url: origin + path }),
});

/** An interaction counter, e.g. for `LikeAction`. */
export const interactions = (action: string, count: number): Node => ({
  "@type": "InteractionCounter",
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
});
