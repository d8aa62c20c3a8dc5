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
  /** The answer shown in lists: the accepted one, else the one with the best score. */
  top_answer_id: number | null;
  /** 热门 rank; see modules/content/rules.ts. */
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
