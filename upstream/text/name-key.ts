import { shownText } from "#app/contract/text/shown-text";
import { withoutInvisible } from "./invisible";

/** Key shared by names that look the same: it ignores width, case, spaces and invisible characters. */
export const nameKey = (name: string): string =>
  shownText(withoutInvisible(name.normalize("NFKC")))
    .toLowerCase()
    .replace(/\s+/g, "");

const SITE = "社区|网站|本站|平台|全站|知库|shequ";
const OFFICE =
  "官方|超级管理员|系统管理员|管理员|客服|系统|版主|站长|审核员|工作人员|admin|administrator|root|system|official|moderator|support";
const FORM = "团队|中心|小组|账号|账户|消息|通知|公告|提醒|助手|小助手|人员|专员|号";
/** Names that sound official: only such words, in any number, with optional digits at the end. */
const SPEAKS_FOR_SITE = new RegExp(`^(?:${SITE})*(?:${OFFICE})+(?:${OFFICE}|${FORM})*\\d*$`);
/** Name under which the texts of closed accounts are shown. Nobody else may take it. */
export const CLOSED_NICKNAME = "已注销用户";
const NOBODY = new Set([
  CLOSED_NICKNAME,
  "已注销",
  "匿名用户",
  "匿名",
  "游客",
  "null",
  "undefined",
  "未知用户",
  "全体成员",
  "所有人",
]);

/** Whether readers would take a person with this name for the site itself, or for nobody. */
export function isReservedName(name: string): boolean {
  const words = nameKey(name).replace(/[\p{P}\p{S}]+/gu, "");
  return NOBODY.has(words) || SPEAKS_FOR_SITE.test(words) || new RegExp(`^(?:${SITE})$`).test(words);
}
