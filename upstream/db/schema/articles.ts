import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 文章: texts by members that stand alone. */
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
  /** Words of the text, or characters where it was last rendered before these were counted. */
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
  /** 1 for what staff have singled out (精华), until a time if there is one. */
  featured: Generated<Bit>;
  featured_until: string | null;
  deleted_at: string | null;
  /** Staff took it off the site then: whoever wrote it can't bring it back. It is deleted, too. */
  removed_at: string | null;
  removed_by: number | null;
  /** As its author reads it. */
  removed_reason: Generated<string>;
};
