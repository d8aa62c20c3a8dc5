import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 回答: members' answers to a question. */
export type AnswersTable = {
  id: Generated<number>;
  question_id: number;
  author_id: number;
  content: string;
  content_html: string;
  excerpt: string;
  vote_up: Generated<number>;
  vote_down: Generated<number>;
  /** Lower bound of the Wilson score interval of its votes. */
  score: Generated<number>;
  accepted: Generated<Bit>;
  comment_count: Generated<number>;
  favorite_count: Generated<number>;
  ai_generated: Generated<Bit>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Time at which staff removed it; its author can't restore it. `deleted_at` is set as well. */
  removed_at: string | null;
  removed_by: number | null;
  /** Reason of the removal by staff, shown to the author. */
  removed_reason: Generated<string>;
};
