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
  /** Raised by each change of its writers. */
  version: Generated<number>;
  /** 1 for what staff have singled out (精华), until a time if there is one. */
  featured: Generated<Bit>;
  featured_until: string | null;
  /** Time at which it goes off the site by itself, ISO 8601; null for never. */
  hide_at: string | null;
  deleted_at: string | null;
  /** Staff took it off the site then: whoever wrote it can't bring it back. It is deleted, too. */
  removed_at: string | null;
  removed_by: number | null;
  /** As its author reads it. */
  removed_reason: Generated<string>;
};
