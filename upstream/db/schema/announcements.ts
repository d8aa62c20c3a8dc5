import type { Generated } from "kysely";

export type AnnouncementsTable = {
  id: Generated<number>;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  created_at: string;
  deleted_at: string | null;
};
