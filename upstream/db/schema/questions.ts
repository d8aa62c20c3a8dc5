import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 问题: questions by members. */
export type QuestionsTable = {
  id: Generated<number>;
  author_id: number;
  title: string;
  /** Markdown, as written. */
  content: string;
  content_html: string;
  excerpt: string;
  /** JSON list of names. */
  tags: string;
  answer_count: Generated<number>;
  follow_count: Generated<number>;
  comment_count: Generated<number>;
  favorite_count: Generated<number>;
  accepted_answer_id: number | null;
  /** The answer shown in lists: the accepted one, else the best by score. */
  top_answer_id: number | null;
  /** Rank for 热门; see modules/question/rules.ts. */
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
