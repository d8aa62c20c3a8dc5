import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 回答: texts by members under a question. */
export type AnswersTable = {
  id: Generated<number>;
  question_id: number;
  author_id: number;
  content: string;
  content_html: string;
  excerpt: string;
  vote_up: Generated<number>;
  vote_down: Generated<number>;
  /** Wilson lower bound of the votes. */
  score: Generated<number>;
  accepted: Generated<Bit>;
  comment_count: Generated<number>;
  favorite_count: Generated<number>;
  ai_generated: Generated<Bit>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Staff took it off the site then: whoever wrote it can't bring it back. It is deleted, too. */
  removed_at: string | null;
  removed_by: number | null;
  /** As its author reads it. */
  removed_reason: Generated<string>;
};
