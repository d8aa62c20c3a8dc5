import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 活动: events at a place and a time, by staff. */
export type ActivitiesTable = {
  id: Generated<number>;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  cover: string | null;
  city: string;
  starts_at: string;
  ends_at: string;
  form_id: number | null;
  /** Maximum number of participants; null for no limit. */
  capacity: number | null;
  created_at: string;
  /** Increased by each edit. */
  version: Generated<number>;
  /** Time of the last edit; null if never edited. */
  updated_at: string | null;
  /** 1 if featured by staff (精华), possibly until a time. */
  featured: Generated<Bit>;
  featured_until: string | null;
  /** ISO 8601 time at which it is unpublished automatically; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
};
