import type { MetaDescriptor } from "@remix-run/node";

type PageMeta = {
  /** Title without the site's name; empty for a page named like the site, e.g. home. */
  title: string;
  description?: string;
  /** Canonical path, with the query parameters that select different content (`page`). */
  path: string;
  /** URL or path of a picture. */
  image?: string | null;
  /** Name of the generated card used without a picture: `article/12`, for `/card/article/12.png`. */
  card?: string;
  /** Feed of the page's list. */
  feed?: string | null;
  type?: "website" | "article" | "profile";
  /** Structured data; Remix escapes it, so that no text can end the script element. */
  jsonLd?: Record<string, unknown>;
  /** Excludes the page from search engines. */
  noIndex?: boolean;
};

/** The part of `MetaArgs["matches"]` that is used, whatever the route's types. */
export type Matches = readonly ({ id: string; data: unknown; error?: unknown } | undefined)[];

const DESCRIPTION_LENGTH = 120;

/**
 * Meta tags of a page: title `… - 站名`, description, canonical URL, OpenGraph, JSON-LD. `page` is undefined if the
 * loader failed (`meta` still runs): the tags of an error page.
 */
export function pageMeta(page: PageMeta | undefined, matches: Matches): MetaDescriptor[] {
  const { name, slogan, description: siteDescription, origin } = siteOf(matches);
  if (!page) return errorMeta(matches, name);
  const title = page.title ? `${page.title} - ${name}` : slogan ? `${name} - ${slogan}` : name;
  const description = shorten(page.description || siteDescription);
  const url = absolute(page.path, origin);
  const tags: MetaDescriptor[] = [
    { title },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: name },
    { property: "og:locale", content: "zh_CN" },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title || title },
    { property: "og:url", content: url },
  ];
  if (description)
    tags.push({ name: "description", content: description }, { property: "og:description", content: description });
  tags.push({ property: "og:image", content: absolute(page.image || cardPath(page.card ?? "site/0"), origin) });
  tags.push({ name: "twitter:card", content: page.type === "profile" ? "summary" : "summary_large_image" });
  if (page.feed) {
    tags.push({ tagName: "link", rel: "alternate", type: "application/atom+xml", href: page.feed, title: page.title });
  }
  if (page.noIndex) tags.push({ name: "robots", content: "noindex" });
  if (page.jsonLd) tags.push({ "script:ld+json": page.jsonLd as { [name: string]: never } });
  return tags;
}

/** Path of an item's generated card, e.g. `article/12`. */
export function cardPath(of: string): string {
  const [kind, id] = of.split("/");
  return `/card/${kind}/${id}.png`;
}

/** Absolute URL of a path on this site. */
export const absolute = (path: string, origin: string): string => (path.startsWith("/") ? origin + path : path);

type SeoSite = { name: string; slogan: string; description: string; origin: string };

/** Site data from the root loader, with defaults if it failed. */
export function siteOf(matches: Matches): SeoSite {
  const data = matches.find((match) => match?.id === "root")?.data as { origin: string; site: SeoSite } | undefined;
  return {
    name: data?.site.name ?? "社区",
    slogan: data?.site.slogan ?? "",
    description: data?.site.description ?? "",
    origin: data?.origin ?? "",
  };
}

/** The site's public origin, for URLs in JSON-LD. */
export const originOf = (matches: Matches): string => siteOf(matches).origin;

/** The title of a thrown error page. */
type ShownError = { status?: number; data?: { title?: string } | null };

function errorMeta(matches: Matches, name: string): MetaDescriptor[] {
  const error = matches.findLast((match) => match?.error)?.error as ShownError | undefined;
  const title = error?.status === 404 ? "页面不存在" : (error?.data?.title ?? "出错了");
  return [{ title: `${title} - ${name}` }, { name: "robots", content: "noindex" }];
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const characters = [...flat];
  return characters.length > DESCRIPTION_LENGTH ? `${characters.slice(0, DESCRIPTION_LENGTH).join("")}…` : flat;
}
