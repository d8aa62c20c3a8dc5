import { z } from "zod";
import { endpoint } from "./endpoint";
import { NOTIFICATION_SORTS, OUTSIDE_CHANNELS, OUTSIDE_SORTS, type OutsideChannel } from "./notification-channels";

/** Sort of notifications that a member may do without. */
export const notificationSort = z.enum(NOTIFICATION_SORTS);
/** Sort of notifications: with what the system says, and that one's answer was accepted. */
export const outsideSort = z.enum(OUTSIDE_SORTS);

/** By channel, the sorts that go out by it; a channel that the site does not have is not there. */
const outside = z.object({
  wechat: z.array(outsideSort).optional(),
  mail: z.array(outsideSort).optional(),
} satisfies Record<OutsideChannel, z.ZodType>);

const settings = z.object({
  /** Sorts that one is told of on the site. */
  wanted: z.array(notificationSort),
  outside,
  /** Whether one has asked for the letter of each Monday. */
  weekly: z.boolean(),
  /** Channels that reach the caller: there is a confirmed address, or the official account knows them, and takes messages. */
  reached: z.array(z.enum(OUTSIDE_CHANNELS)),
  /** Channels that did, until what was sent came back: nobody is at the address, or the official account is not followed. */
  stopped: z.array(z.enum(OUTSIDE_CHANNELS)).default([]),
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
