import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** 评论: comments on texts, and replies to them. */
export type CommentsTable = {
  id: Generated<number>;
  target_kind: KindWith<"commentable">;
  target_id: number;
  author_id: number;
  /** The comment of the first level that this one belongs to; null for one of the first level. */
  parent_id: number | null;
  /** The comment answered, of either level. */
  reply_to_id: number | null;
  /** Receiver of the notification: the author of the thing or of the comment replied to; null for cases. */
  receiver_id: number | null;
  text: string;
  like_count: Generated<number>;
  child_count: Generated<number>;
  created_at: string;
  /** Grows with each correction. */
  version: Generated<number>;
  edited_at: string | null;
  deleted_at: string | null;
  /** Staff took it off the site then: whoever wrote it can't bring it back. It is deleted, too. */
  removed_at: string | null;
  removed_by: number | null;
  /** As its author reads it. */
  removed_reason: Generated<string>;
};
