/** Sanctions on members: their name, and what they forbid, as shown to the member. */
export const SANCTIONS = {
  mute: { name: "禁言", text: "期间不能发表、修改内容，不能评论，也不能修改资料" },
  "read-only": { name: "只读", text: "期间只能浏览，不能发表、评论、点赞、关注或举报" },
  ban: { name: "封禁", text: "期间不能登录" },
} as const;

export type SanctionKind = keyof typeof SANCTIONS;

/**
 * Sentence that tells a member of a sanction: 你的账号已被禁言至 2026-03-08 16:00，期间不能……。
 * @param until end as it is shown; null if permanent
 */
export function sanctionSentence(kind: SanctionKind, until: string | null): string {
  const { name, text } = SANCTIONS[kind];
  return `你的账号${until === null ? `已被长期${name}` : `已被${name}至 ${until}`}，${text}。`;
}

/** Every sanction, mildest first. */
export const sanctionKinds = Object.keys(SANCTIONS) as [SanctionKind, ...SanctionKind[]];

/** Maximum days for which a moderator may mute somebody. */
export const MUTE_DAYS_MAX = 30;
