import type { AnnouncementSummary } from "#app/contract/announcement";

/** Announcement as a side column shows it. */
export const announcementLine = ({ id, title, createdAt }: AnnouncementSummary) => ({ id, title, createdAt });

export type AnnouncementLine = ReturnType<typeof announcementLine>;
