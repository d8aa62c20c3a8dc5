import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { id, image, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { PART_NAMES } from "#app/contract/parts";
import { accents } from "#app/contract/site/accents";
import { linkTarget } from "#app/contract/site/link-target";
import { type SearchEngine, searchEngines } from "#app/contract/site/search-engines";
import { verificationCodes } from "#app/contract/site/verification-codes";

/** Number of changes of a setting so far; 0 if never set. A change must name the version that was read. */
const version = z.number().int().nonnegative();
const read = z.object({ version, updatedAt: time.nullable() });
const written = z.object({ version });

/** URL of a picture uploaded here; empty for none. */
const pictureUrl = z.string().max(500).default("");

const logoFields = z.object({
  name: text("站点名称", { min: 1, max: 20 }),
  picture: pictureUrl,
  /** Picture for dark mode; the other one is used if empty. */
  pictureDark: pictureUrl,
  accent: z.enum(accents, { error: "请选择一种颜色" }).default("green"),
  /** Icon for browser tabs. */
  icon: pictureUrl,
});

/** Links in the header; if empty, one for each part of the site. */
const navigationFields = z.object({
  links: z.array(z.object({ label: text("文字", { min: 1, max: 8 }), href: linkTarget })).max(10, "链接不能超过10个"),
});

const partsFields = z.object({ off: z.array(z.enum(PART_NAMES)) });

/** Links of a group are shown together, in the position of its first link. */
const footerFields = z.object({
  links: z
    .array(
      z.object({
        group: text("分组", { min: 1, max: 20 }),
        label: text("文字", { min: 1, max: 30 }),
        href: linkTarget,
      }),
    )
    .max(60, "链接不能超过60个"),
  icp: text("ICP 备案号", { max: 60 }),
  police: text("公安备案号", { max: 60 }),
  copyright: text("版权说明", { max: 120 }),
});

type Codes = Record<SearchEngine, z.ZodString>;

const placeFields = z.object({
  rows: z
    .array(
      z.object({
        title: text("标题", { min: 1, max: 40 }),
        subtitle: text("副标题", { max: 80 }),
        href: linkTarget,
        picture: pictureUrl,
        /** Time when it appears; null for immediately. */
        startsAt: instant.nullable().default(null),
        /** Time when it disappears; null for never. */
        endsAt: instant.nullable().default(null),
      }),
    )
    .max(12, "不能超过12个"),
});

const authorFields = z.object({
  people: z.array(z.object({ userId: id })).max(30, "不能超过30位"),
});

const place = z.object({
  rows: z.array(
    z.object({
      title: z.string(),
      subtitle: z.string(),
      href: z.string(),
      picture: image.nullable(),
      startsAt: time.nullable(),
      endsAt: time.nullable(),
    }),
  ),
});

/** Settings of the site's frame and side columns, for those who edit them. */
const siteSettings = z.object({
  logo: read.extend({
    name: z.string(),
    picture: z.string(),
    pictureDark: z.string(),
    accent: z.enum(accents),
    icon: z.string(),
  }),
  /** Links to every part of the site by default. */
  navigation: read.extend({ links: z.array(z.object({ label: z.string(), href: z.string() })) }),
  /** Disabled parts. */
  parts: read.extend(partsFields.shape),
  footer: read.extend({
    links: z.array(z.object({ group: z.string(), label: z.string(), href: z.string() })),
    icp: z.string(),
    police: z.string(),
    copyright: z.string(),
  }),
  verification: read.extend(Object.fromEntries(searchEngines.map((engine) => [engine, z.string()])) as Codes),
  banner: read.extend(place.shape),
  poster: read.extend(place.shape),
  author: read.extend({
    people: z.array(z.object({ userId: z.number(), nickname: z.string(), avatar: z.string(), headline: z.string() })),
  }),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Calls on name, logo, navigation, footer, banners, posters and recommended authors. */
export const adminSiteApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/site",
    permission: "site.manage",
    summary: "后台：站点的名称、标志、导航、页脚、横幅、海报与推荐作者",
    data: siteSettings,
  }),
  putLogo: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/logo",
    permission: "site.manage",
    summary: "后台：修改站点名称与标志；别人改过时拒绝",
    body: logoFields.extend({ version }),
    data: written,
  }),
  putNavigation: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/navigation",
    permission: "site.manage",
    summary: "后台：修改导航；一条不留就恢复原来的；别人改过时拒绝",
    body: navigationFields.extend({ version }),
    data: written,
  }),
  parts: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/site/parts",
    permission: "site.manage",
    summary: "后台：站点的栏目，哪些开着，各有多少内容",
    data: read.extend({
      parts: z.array(z.object({ part: z.enum(PART_NAMES), on: z.boolean(), total: z.number() })),
      /** Number of active rights to zhiku. */
      rights: z.number(),
    }),
  }),
  putParts: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/parts",
    permission: "site.manage",
    summary: "后台：修改哪些栏目关闭；关闭的栏目没有页面、列表、搜索与接口，内容还在；别人改过时拒绝",
    body: partsFields.extend({ version }),
    data: written,
  }),
  putFooter: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/footer",
    permission: "site.manage",
    summary: "后台：修改页脚；别人改过时拒绝",
    body: footerFields.extend({ version }),
    data: written,
  }),
  putVerification: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/verification",
    permission: "site.manage",
    summary: "后台：修改搜索引擎的站点验证码，出现在首页的 <meta> 里；别人改过时拒绝",
    body: verificationCodes.extend({ version }),
    data: written,
  }),
  putBanner: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/banner",
    permission: "site.manage",
    summary: "后台：修改首页横幅；别人改过时拒绝",
    body: placeFields.extend({ version }),
    data: written,
  }),
  putPoster: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/poster",
    permission: "site.manage",
    summary: "后台：修改侧栏海报；别人改过时拒绝",
    body: placeFields.extend({ version }),
    data: written,
  }),
  putAuthor: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/site/author",
    permission: "site.manage",
    summary: "后台：修改推荐作者；别人改过时拒绝",
    body: authorFields.extend({ version }),
    data: written,
  }),
};
