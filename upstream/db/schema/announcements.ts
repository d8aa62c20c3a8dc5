import type { Generated } from "kysely";

/** 公告: words of the operator to all. */
export type AnnouncementsTable = {
  id: Generated<number>;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  created_at: string;
  /** Raised by each change of its writers. */
  version: Generated<number>;
  /** Null while it is as it was made. */
  updated_at: string | null;
  /** Time at which it goes off the site by itself, ISO 8601; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
};
