/** Text of the site that a page shows. */
type TextPlace = {
  name: string;
  /** Description of where it is shown. */
  where: string;
  /** Page that shows it. */
  path: string;
  /** `short` is plain text; a `page` has a title and Markdown. */
  kind: "short" | "page";
};

/** Every text of the site edited by staff, by key; agreements are separate. */
export const SITE_TEXTS = {
  siteSlogan: { name: "一句话介绍", where: "首页的标题、页脚", path: "/", kind: "short" },
  siteDescription: { name: "站点简介", where: "搜索引擎与分享卡片", path: "/", kind: "short" },
  about: { name: "关于我们", where: "“关于我们”页面", path: "/about", kind: "page" },
  joinus: { name: "加入我们", where: "“加入我们”页面", path: "/joinus", kind: "page" },
  zhikuSlogan: { name: "知库的一句话介绍", where: "知库首页的标题下", path: "/zhiku", kind: "short" },
  zhikuTrial: { name: "知库的试读说明", where: "知库首页", path: "/zhiku", kind: "short" },
  zhikuUpdate: { name: "知库的更新说明", where: "知库首页", path: "/zhiku", kind: "short" },
  zhikuRefund: { name: "知库的退款承诺", where: "购买按钮旁边", path: "/zhiku/rights", kind: "short" },
  zhikuHelp: { name: "知库的购买说明", where: "知库的权益页", path: "/zhiku/rights", kind: "page" },
} as const satisfies Record<string, TextPlace>;

export type SiteTextKey = keyof typeof SITE_TEXTS;
/** Keys of all these texts. */
export const siteTextKeys = Object.keys(SITE_TEXTS) as [SiteTextKey, ...SiteTextKey[]];
