import type { Capability } from "#app/contract/capabilities";
import { paths } from "#app/paths";
import type { Site } from "#app/server/site/site.server";
import { leadsToMissingPart } from "#app/server/urls/part-of-path.server";

/** Lists with their descriptions. */
const LISTS: [path: string, name: string, holds: string][] = [
  [paths.questions(), "问答", "问题与它们的回答，被采纳的回答有标记"],
  [paths.articles(), "文章", ""],
  [paths.cases(), "案例", ""],
  [paths.activities(), "活动", ""],
  [paths.announcements(), "公告", ""],
  [paths.zhiku(), "知库", "付费资料；公开的是标题、摘要与试读"],
];

/** Escapes a line of Markdown. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>#]/g, "\\$&")
    .trim();

/** Describes the site in Markdown: its name, description, lists, and the files with updates for programs. */
export function siteInMarkdown(
  site: Pick<Site, "name" | "slogan" | "description" | "off" | "policies">,
  { origin, missing }: { origin: string; missing: readonly Capability[] },
): string {
  const link = (path: string, name: string, holds = "") =>
    `- [${plain(name)}](${origin}${path})${holds ? `：${holds}` : ""}`;
  const lists = LISTS.filter(([path]) => !leadsToMissingPart(path, site.off ?? []));
  const words = plain([site.slogan, site.description].filter(Boolean).join("。"));
  return [
    `# ${plain(site.name)}`,
    ...(words ? ["", `> ${words}`] : []),
    ...["", "## 内容", ""],
    ...lists.map(([path, name, holds]) => link(path, name, holds)),
    ...["", "## 给程序", ""],
    ...(missing.includes("sitemap") ? [] : [link("/sitemap.xml", "网站地图", "所有公开的页面与各自改动的时间")]),
    ...(missing.includes("feed") ? [] : [link("/feed.xml", "订阅", "最新的内容，Atom")]),
    link("/robots.txt", "robots.txt", "哪些地址请不要抓取"),
    ...["", "## 规则", ""],
    link(paths.houseRules(), "社区规则"),
    ...(site.policies ? [link(paths.terms(), "用户协议"), link(paths.privacy(), "隐私政策")] : []),
    "",
  ].join("\n");
}
