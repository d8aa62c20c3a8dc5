import type { MetaDescriptor } from "@remix-run/node";

type PageMeta = {
  /** Without the site's name. Empty: the page is called like the site, e.g. home. */
  title: string;
  description?: string;
  /** Canonical path with the query that makes another page of it (`page`), from `paths`. */
  path: string;
  /** URL or path of a picture. */
  image?: string | null;
  /** Name of the card that is drawn where there is no picture: `article/12`, for `/card/article/12.png`. */
  card?: string;
  /** Feed of what the page lists. */
  feed?: string | undefined;
  type?: "website" | "article" | "profile";
  /** Structured data; Remix escapes it, so that no text can end the script element. */
  jsonLd?: Record<string, unknown>;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
};

/** The part of `MetaArgs["matches"]` that is looked at, whatever the route's types. */
export type Matches = readonly ({ id: string; data: unknown; error?: unknown } | undefined)[];

const DESCRIPTION_LENGTH = 120;

/**
 * The head of a page: title `… - 站名`, description, canonical, OpenGraph, JSON-LD.
 * `page` is undefined when the loader failed (`meta` runs then as well): the head of an error.
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

/** The drawn picture of a thing, `article/12`. */
export function cardPath(of: string): string {
  const [kind, id] = of.split("/");
  return `/card/${kind}/${id}.png`;
}

/** A path of this site as the URL that others use for it. */
export const absolute = (path: string, origin: string): string => (path.startsWith("/") ? origin + path : path);

type SeoSite = { name: string; slogan: string; description: string; origin: string };

/** Facts of the site that the root loader knows; usable names even when it failed. */
export function siteOf(matches: Matches): SeoSite {
  const data = matches.find((match) => match?.id === "root")?.data as { origin: string; site: SeoSite } | undefined;
  return {
    name: data?.site.name ?? "社区",
    slogan: data?.site.slogan ?? "",
    description: data?.site.description ?? "",
    origin: data?.origin ?? "",
  };
}

/** The site's public origin, for the URLs inside JSON-LD. */
export const originOf = (matches: Matches): string => siteOf(matches).origin;

/** Parts of a thrown error page that name it. */
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
