/** Search engines to which URLs can be pushed, with their names in the console. */
export const PUSH_ENGINES = {
  baidu: { name: "百度" },
  indexnow: { name: "IndexNow（必应等）" },
} as const;

/** Search engine to which URLs can be pushed, by its short name. */
export type PushEngine = keyof typeof PUSH_ENGINES;
