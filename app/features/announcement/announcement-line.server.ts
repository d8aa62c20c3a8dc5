import type { AnnouncementSummary } from "#app/contract/announcement";

/** What a side column shows of an announcement. */
export const announcementLine = ({ id, title, createdAt }: AnnouncementSummary) => ({ id, title, createdAt });

export type AnnouncementLine = ReturnType<typeof announcementLine>;
