import { z } from "zod";
import { endpoint } from "./endpoint";

/** Sorts of notifications that a member may do without. */
export const NOTIFICATION_SORTS = ["comment", "answer", "mention", "like", "favorite", "follow"] as const;
/** Sort of notifications that a member may do without. */
export const notificationSort = z.enum(NOTIFICATION_SORTS);
export type NotificationSort = z.output<typeof notificationSort>;

/** Every sort of notifications. */
export const OUTSIDE_SORTS = [...NOTIFICATION_SORTS, "accept", "system"] as const;
/** Sort of notifications: with what the system says, and that one's answer was accepted. */
export const outsideSort = z.enum(OUTSIDE_SORTS);
export type OutsideSort = z.output<typeof outsideSort>;

/** Channels outside the site. Nothing goes out by them until it is asked for. */
export const OUTSIDE_CHANNELS = ["mail"] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/**
 * Table of sort × channel: whether one is told on the site if one chooses so, or in any case; and by which channels
 * outside one may be told besides.
 */
export const NOTIFICATION_CHANNELS: Record<
  OutsideSort,
  { site: "chosen" | "always"; outside: readonly OutsideChannel[] }
> = {
  answer: { site: "chosen", outside: ["mail"] },
  comment: { site: "chosen", outside: ["mail"] },
  mention: { site: "chosen", outside: ["mail"] },
  accept: { site: "always", outside: ["mail"] },
  like: { site: "chosen", outside: ["mail"] },
  favorite: { site: "chosen", outside: ["mail"] },
  follow: { site: "chosen", outside: ["mail"] },
  system: { site: "always", outside: ["mail"] },
};

/** By channel, the sorts that go out by it; a channel that the site does not have is not there. */
const outside = z.object({ mail: z.array(outsideSort).optional() } satisfies Record<OutsideChannel, z.ZodType>);

const settings = z.object({
  /** Sorts that one is told of on the site. */
  wanted: z.array(notificationSort),
  outside,
  /** Whether one has asked for the letter of each Monday. */
  weekly: z.boolean(),
  /** Channels that reach the caller: there is a confirmed address, and it takes letters. */
  reached: z.array(z.enum(OUTSIDE_CHANNELS)),
});

/** Beyond the 142 calls: of what a member wants to be told, and where. */
export const notificationSettingsApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/notification-settings",
    auth: "user",
    summary: "我要在站内和站外收哪些通知；系统消息和回答被采纳在站内总会收到",
    data: settings,
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/notification-settings",
    auth: "user",
    summary: "改成只收这些通知；从此刻起的通知照此；没有提到的站外渠道不变",
    body: z.object({ wanted: settings.shape.wanted, outside: outside.default({}), weekly: z.boolean().optional() }),
    data: settings,
  }),
};
