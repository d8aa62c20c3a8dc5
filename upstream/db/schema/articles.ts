import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 文章: articles by members. */
export type ArticlesTable = {
  id: Generated<number>;
  author_id: number;
  classification_id: number | null;
  title: string;
  content: string;
  content_html: string;
  excerpt: string;
  /** JSON: `{ id, level, text }[]`. */
  headings: string;
  /** Number of words; of characters if it was last rendered before words were counted. */
  length: number;
  /** JSON: `{ url, width, height, alt }`, or null. */
  cover: string | null;
  tags: string;
  like_count: Generated<number>;
  favorite_count: Generated<number>;
  comment_count: Generated<number>;
  hot: Generated<number>;
  ai_generated: Generated<Bit>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  /** 1 if featured by staff (精华), possibly until a time. */
  featured: Generated<Bit>;
  featured_until: string | null;
  deleted_at: string | null;
  /** Time at which staff removed it; its author can't restore it. `deleted_at` is set as well. */
  removed_at: string | null;
  removed_by: number | null;
  /** Reason of the removal by staff, shown to the author. */
  removed_reason: Generated<string>;
};
