import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 案例: project reports by the operator. */
export type CasesTable = {
  id: Generated<number>;
  classification_id: number | null;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  headings: string;
  cover: string | null;
  tags: string;
  /** JSON: `{ key, fileName, bytes }`, or null. */
  report: string | null;
  like_count: Generated<number>;
  favorite_count: Generated<number>;
  comment_count: Generated<number>;
  hot: Generated<number>;
  created_at: string;
  updated_at: string;
  /** Increased by each edit. */
  version: Generated<number>;
  /** 1 if featured by staff (精华), possibly until a time. */
  featured: Generated<Bit>;
  featured_until: string | null;
  /** ISO 8601 time at which it is unpublished automatically; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
  /** Time at which staff removed it; its author can't restore it. `deleted_at` is set as well. */
  removed_at: string | null;
  removed_by: number | null;
  /** Reason of the removal by staff, shown to the author. */
  removed_reason: Generated<string>;
};
