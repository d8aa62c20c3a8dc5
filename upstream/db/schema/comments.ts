import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** A person called by name in a comment, from the @ to the end of the name in UTF-16 units. */
export type Called = { from: number; to: number; userId: number };

/** 评论: comments on texts, and replies to them. */
export type CommentsTable = {
  id: Generated<number>;
  target_kind: KindWith<"commentable">;
  target_id: number;
  author_id: number;
  /** The top-level comment that this reply belongs to; null for a top-level comment. */
  parent_id: number | null;
  /** The comment replied to, at either level. */
  reply_to_id: number | null;
  /** Recipient of the notification: the author of the text or of the comment replied to; null for cases. */
  receiver_id: number | null;
  text: string;
  /** JSON list of those called in the text when it was written (`Called`); null if nobody was. */
  called: string | null;
  like_count: Generated<number>;
  child_count: Generated<number>;
  created_at: string;
  /** Increased by each edit. */
  version: Generated<number>;
  edited_at: string | null;
  deleted_at: string | null;
  /** Time at which staff removed it; its author can't restore it. `deleted_at` is set as well. */
  removed_at: string | null;
  removed_by: number | null;
  /** Reason of the removal by staff, shown to the author. */
  removed_reason: Generated<string>;
};
