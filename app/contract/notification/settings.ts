import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { NOTIFICATION_SORTS, OUTSIDE_CHANNELS, OUTSIDE_SORTS, type OutsideChannel } from "./channels";

/** Sort of notifications that a member may turn off. */
export const notificationSort = z.enum(NOTIFICATION_SORTS);
/** Sort of notifications, including system messages and accepted answers. */
export const outsideSort = z.enum(OUTSIDE_SORTS);

/** Sorts sent by each channel; channels that the site lacks are omitted. */
const outside = z.object({
  wechat: z.array(outsideSort).optional(),
  mail: z.array(outsideSort).optional(),
} satisfies Record<OutsideChannel, z.ZodType>);

const settings = z.object({
  /** Sorts shown on the site. */
  wanted: z.array(notificationSort),
  outside,
  /** Whether the member has asked for the weekly letter. */
  weekly: z.boolean(),
  /** Channels that reach the caller: the address is confirmed, or the official account can send them messages. */
  reached: z.array(z.enum(OUTSIDE_CHANNELS)),
  /** Channels that no longer do: mail bounced, or the official account is not followed any more. */
  stopped: z.array(z.enum(OUTSIDE_CHANNELS)).default([]),
});

/** Beyond the 142 specified calls: which notifications a member wants, and where. */
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
