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
  /** People who can come; null for any number. */
  capacity: number | null;
  created_at: string;
  /** Raised by each change of its writers. */
  version: Generated<number>;
  /** Null while it is as it was made. */
  updated_at: string | null;
  /** 1 for what staff have singled out (精华), until a time if there is one. */
  featured: Generated<Bit>;
  featured_until: string | null;
  /** Time at which it goes off the site by itself, ISO 8601; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
};
