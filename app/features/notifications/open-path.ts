import { withQuery } from "#app/paths";

/** Path to the first list with unread notifications. */
export const unreadPath = (): string => withQuery("/notifications", { unread: "1" });

/** Path to the page that a notification is about, by way of marking it as read. */
export const openPath = (id: number, to: string): string => withQuery("/notifications", { id: String(id), to });
