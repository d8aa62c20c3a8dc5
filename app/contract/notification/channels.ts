/** Sorts of notifications that a member may turn off. */
export const NOTIFICATION_SORTS = ["comment", "answer", "mention", "like", "favorite", "follow"] as const;
/** Sort of notifications that a member may turn off. */
export type NotificationSort = (typeof NOTIFICATION_SORTS)[number];

/** Every sort of notifications. */
export const OUTSIDE_SORTS = [...NOTIFICATION_SORTS, "accept", "system"] as const;
/** Sort of notifications, including system messages and accepted answers. */
export type OutsideSort = (typeof OUTSIDE_SORTS)[number];

/** External channels. Nothing is sent by them unless the member asks for it. */
export const OUTSIDE_CHANNELS = ["wechat", "mail"] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/**
 * Table of sort × channel: whether it is shown on the site always or optionally, and by which external channels it can
 * be sent.
 */
export const NOTIFICATION_CHANNELS: Record<
  OutsideSort,
  { site: "chosen" | "always"; outside: readonly OutsideChannel[] }
> = {
  answer: { site: "chosen", outside: OUTSIDE_CHANNELS },
  comment: { site: "chosen", outside: OUTSIDE_CHANNELS },
  mention: { site: "chosen", outside: OUTSIDE_CHANNELS },
  accept: { site: "always", outside: OUTSIDE_CHANNELS },
  like: { site: "chosen", outside: OUTSIDE_CHANNELS },
  favorite: { site: "chosen", outside: OUTSIDE_CHANNELS },
  follow: { site: "chosen", outside: OUTSIDE_CHANNELS },
  system: { site: "always", outside: OUTSIDE_CHANNELS },
};
