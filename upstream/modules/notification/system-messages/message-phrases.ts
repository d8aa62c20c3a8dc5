import { chinaTime } from "#upstream/text/china-time";

/**
 * Advice after a change of a login that somebody else may have made.
 * @param first what to do about the change itself: a new password does not end a login by other means
 */
export const notYou = (first = ""): string =>
  `如果不是你本人，请立即${first && `${first}、`}修改密码，并让陌生的设备退出登录。`;
/** Advice after a decision that can be appealed. */
export const APPEAL_ONCE = "如有异议，可以申诉一次，由另一位工作人员复核。";
/** Advice after a decision without appeal. */
export const ASK_US = "如有异议，请按“关于我们”里的联系方式联系我们。";

/** Name of a right to a category, or to all. */
export const rightName = ({ name }: { name: string | null }): string => `知库权益「${name ?? "全部分类"}」`;

/** Time (ISO 8601) without its year, in China: `3 月 8 日 16:00`. */
export function minute(iso: string): string {
  const [, month, day, time] = /^\d+-(\d+)-(\d+)T(\d+:\d+)/.exec(chinaTime(new Date(iso))) ?? [];
  return `${Number(month)} 月 ${Number(day)} 日 ${time}`;
}
