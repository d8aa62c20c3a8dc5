import type { Generated } from "kysely";

/** 公告: announcements by the operator. */
export type AnnouncementsTable = {
  id: Generated<number>;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  created_at: string;
  /** Increased by each edit. */
  version: Generated<number>;
  /** Time of the last edit; null if never edited. */
  updated_at: string | null;
  /** ISO 8601 time at which it is unpublished automatically; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
};
