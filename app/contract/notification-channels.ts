/** Sorts of notifications that a member may do without. */
export const NOTIFICATION_SORTS = ["comment", "answer", "mention", "like", "favorite", "follow"] as const;
/** Sort of notifications that a member may do without. */
export type NotificationSort = (typeof NOTIFICATION_SORTS)[number];

/** Every sort of notifications. */
export const OUTSIDE_SORTS = [...NOTIFICATION_SORTS, "accept", "system"] as const;
/** Sort of notifications: with what the system says, and that one's answer was accepted. */
export type OutsideSort = (typeof OUTSIDE_SORTS)[number];

/** Channels outside the site. Nothing goes out by them until it is asked for. */
export const OUTSIDE_CHANNELS = ["wechat", "mail"] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/**
 * Table of sort × channel: whether one is told on the site if one chooses so, or in any case; and by which channels
 * outside one may be told besides.
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
