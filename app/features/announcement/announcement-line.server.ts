import type { AnnouncementSummary } from "#app/contract/content/announcement";

/** Fields of an announcement for a side column. */
export const announcementLine = ({ id, title, createdAt }: AnnouncementSummary) => ({ id, title, createdAt });

export type AnnouncementLine = ReturnType<typeof announcementLine>;
