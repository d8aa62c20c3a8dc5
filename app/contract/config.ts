import { z } from "zod";
import { accents } from "./accents";
import { author, image } from "./common";
import { endpoint } from "./endpoint";
import { PART_NAMES } from "./parts";
import { searchEngines } from "./search-engines";

const link = z.object({ label: z.string(), href: z.string() });

/** A banner of the home page; `href` is a path of the site or an address. */
export const banner = z.object({
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  href: z.string(),
  image: image.nullable(),
});
export type Banner = z.output<typeof banner>;

/** Groups of links and the registrations that stand below every page. */
export const siteFooter = z.object({
  groups: z.array(z.object({ title: z.string(), links: z.array(link) })),
  /** ICP number, linked to the ministry's site; hidden when empty. */
  icp: z.string(),
  /** Number of the public security filing; hidden when empty. */
  police: z.string(),
  copyright: z.string(),
});
export type SiteFooter = z.output<typeof siteFooter>;

/** Name and looks of the site; without a picture the name is shown. What is optional goes beyond the specification. */
export const siteLogo = z.object({
  name: z.string(),
  url: z.string().nullable(),
  urlDark: z.string().nullable(),
  accent: z.enum(accents).optional(),
  /** Picture of its tabs in browsers. */
  icon: z.string().nullable().optional(),
  /** Links in its header, in their order; without them every part of the site stands there. */
  navigation: z.array(link).optional(),
  /** Parts that the site lacks. */
  off: z.array(z.enum(PART_NAMES)).optional(),
  /** Codes by which search engines know whose the site is; those that it has. */
  verification: z.partialRecord(z.enum(searchEngines), z.string()).optional(),
});

export type SiteLogo = z.output<typeof siteLogo>;

/** An author whom the operator recommends, with counts and whether the viewer follows them. */
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

/** Calls for what the operator sets: banners, footer, logo, texts. */
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
