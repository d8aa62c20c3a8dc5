/** Sanctions on members: their name, and what they forbid, as shown to the member. */
export const SANCTIONS = {
  mute: { name: "禁言", text: "期间不能发表、修改内容，不能评论，也不能修改资料" },
  "read-only": { name: "只读", text: "期间只能浏览，不能发表、评论、点赞、关注或举报" },
  ban: { name: "封禁", text: "期间不能登录" },
} as const;

export type SanctionKind = keyof typeof SANCTIONS;
/** Every sanction, mildest first. */
export const sanctionKinds = Object.keys(SANCTIONS) as [SanctionKind, ...SanctionKind[]];

/** Maximum days for which a moderator may mute somebody. */
export const MUTE_DAYS_MAX = 30;
