/** Search engines that can be told of addresses: how staff know them. */
export const PUSH_ENGINES = {
  baidu: { name: "百度" },
  indexnow: { name: "IndexNow（必应等）" },
} as const;

/** Search engine that can be told of addresses, by its short name. */
export type PushEngine = keyof typeof PUSH_ENGINES;
