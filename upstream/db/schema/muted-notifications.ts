import type { NotificationSort } from "#app/contract/notification/channels";

/** Sorts of notifications that members have turned off; all others are on. */
export type MutedNotificationsTable = { user_id: number; sort: NotificationSort };
