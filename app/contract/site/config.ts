import { z } from "zod";
import { author, filledIn, image } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { PART_NAMES } from "#app/contract/parts";
import { accents } from "./accents";
import { searchEngines } from "./search-engines";

const link = z.object({ label: z.string(), href: z.string() });

/** A banner of the home page; `href` is a path of the site or a URL. */
export const banner = z.object({
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  href: z.string(),
  image: image.nullable(),
});
export type Banner = z.output<typeof banner>;

/** Link groups and registration numbers of the footer. */
export const siteFooter = z.object({
  groups: z.array(z.object({ title: z.string(), links: z.array(link) })),
  /** ICP filing number, linked to the ministry's site; hidden if empty. */
  icp: filledIn,
  /** Public security filing number; hidden if empty. */
  police: filledIn,
  copyright: filledIn,
});
export type SiteFooter = z.output<typeof siteFooter>;

/**
 * Name and appearance of the site; without a picture its name is shown. Optional fields go beyond the specification.
 */
export const siteLogo = z.object({
  name: z.string(),
  url: z.string().nullable(),
  urlDark: z.string().nullable(),
  accent: z.enum(accents).optional(),
  /** Favicon. */
  icon: z.string().nullable().optional(),
  /** Links in the header, in order; by default, every part of the site. */
  navigation: z.array(link).optional(),
  /** Parts that are switched off. */
  off: z.array(z.enum(PART_NAMES)).optional(),
  /** Site verification codes of search engines, for those that are set. */
  verification: z.partialRecord(z.enum(searchEngines), z.string()).optional(),
});

export type SiteLogo = z.output<typeof siteLogo>;

/** An author recommended by the operator, with counters and whether the viewer follows them. */
export const recommendedAuthor = author.extend({
  answerCount: z.number(),
  articleCount: z.number(),
  fansCount: z.number(),
  viewer: z.object({ followed: z.boolean(), me: z.boolean() }),
});
export type RecommendedAuthor = z.output<typeof recommendedAuthor>;

/** A text of the site: short ones are plain (`content`), pages are Markdown rendered to `contentHtml`. */
export const siteText = z.object({
  key: z.string(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string().nullable(),
  updatedAt: z.string(),
});
export type SiteText = z.output<typeof siteText>;

/** Calls for the site's configuration: banners, footer, logo, texts. */
export const configApi = {
  banner: endpoint({ method: "GET", path: "/api/config/banner", summary: "首页横幅", data: z.array(banner) }),
  footer: endpoint({ method: "GET", path: "/api/config/footer", summary: "页脚", data: siteFooter }),
  logo: endpoint({ method: "GET", path: "/api/config/logo", summary: "站点名称与标志", data: siteLogo }),
  poster: endpoint({ method: "GET", path: "/api/config/poster", summary: "侧栏海报", data: z.array(banner) }),
  recommendAuthor: endpoint({
    method: "GET",
    path: "/api/config/recommendAuthor",
    summary: "推荐作者",
    data: z.array(recommendedAuthor),
  }),
  text: endpoint({
    method: "GET",
    path: "/api/config/text",
    summary: "站点文案；keys 以逗号分隔，例如 about,terms",
    query: z.object({ keys: z.string().max(500) }),
    data: z.record(z.string(), siteText),
  }),
};
