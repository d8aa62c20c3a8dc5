import { z } from "zod";
import { endpoint } from "./endpoint";

/**
 * Sorts of notifications that a member may do without. What the system says, and that one's answer was accepted, they
 * are told in any case.
 */
export const NOTIFICATION_SORTS = ["comment", "answer", "mention", "like", "favorite", "follow"] as const;
/** Sort of notifications that a member may do without. */
export const notificationSort = z.enum(NOTIFICATION_SORTS);
export type NotificationSort = z.output<typeof notificationSort>;

const settings = z.object({
  /** Sorts that one is told of. */
  wanted: z.array(notificationSort),
});

/** Beyond the 142 calls: of what a member wants to be told. */
export const notificationSettingsApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/notification-settings",
    auth: "user",
    summary: "我要收哪些通知；系统消息和回答被采纳总会收到",
    data: settings,
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/notification-settings",
    auth: "user",
    summary: "改成只收这些通知；从此刻起的通知照此",
    body: settings,
    data: settings,
  }),
};
