/** Reason why a text is held, in the console's words. */
export const HELD_REASONS = {
  word: "敏感词",
  all: "全部先审",
  "first-posts": "最初几篇",
  "new-account": "新账号",
  links: "站外链接",
} as const;

export type HeldReason = keyof typeof HELD_REASONS;
/** All reasons for which a text can be held. */
export const heldReasons = Object.keys(HELD_REASONS) as [HeldReason, ...HeldReason[]];
