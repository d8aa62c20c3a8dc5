import { becauseOf } from "#app/contract/text/because-of";
import { chinaMinute } from "#app/contract/text/china-minute";

/** Sanctions on members: their name, what is done to the member, and what they forbid, as shown to the member. */
export const SANCTIONS = {
  mute: { name: "禁言", done: "禁言", text: "期间不能发表、修改内容，不能评论，也不能修改资料" },
  "read-only": { name: "只读", done: "设为只读", text: "期间只能浏览，不能发表、评论、点赞、关注或举报" },
  ban: { name: "封禁", done: "封禁", text: "期间不能登录" },
} as const;

export type SanctionKind = keyof typeof SANCTIONS;

/**
 * Phrase on a sanction and its end: 已被禁言至 2026 年 3 月 8 日 16:00.
 * @param until its end (ISO 8601); null if permanent
 */
export function sanctionedUntil(kind: SanctionKind, until: string | null): string {
  const { done } = SANCTIONS[kind];
  return until === null ? `已被长期${done}` : `已被${done}至 ${chinaMinute(until)}`;
}

/**
 * Sentence that tells a member of a sanction: 你的账号已被禁言至 2026 年 3 月 8 日 16:00，期间不能……。
 * @param until its end (ISO 8601); null if permanent
 * @param reason given by staff; empty if none was
 */
export function sanctionSentence(kind: SanctionKind, until: string | null, reason: string): string {
  return `你的账号${sanctionedUntil(kind, until)}，${SANCTIONS[kind].text}。${reason ? becauseOf(reason) : ""}`;
}

/** Every sanction, mildest first. */
export const sanctionKinds = Object.keys(SANCTIONS) as [SanctionKind, ...SanctionKind[]];

/** Maximum days for which a moderator may mute somebody. */
export const MUTE_DAYS_MAX = 30;
