import type { NotificationSort } from "#app/contract/notification-channels";

/** Sorts of notifications that members don't want; what is not here they get. */
export type MutedNotificationsTable = { user_id: number; sort: NotificationSort };
