import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** One thing that somebody did and another gets to hear of; the lists group them. */
export type NotificationsTable = {
  id: Generated<number>;
  /** Receiver of the notification. */
  user_id: number;
  kind: "comment" | "like" | "collection_follow" | "system";
  verb: "comment" | "reply" | "answer" | "mention" | "like" | "vote" | "favorite" | "follow" | "accept" | "system";
  /** Member who did it; 0 for the system. */
  actor_id: number;
  /** Text or person that it was done to. */
  target_kind: KindWith<"notified"> | "user" | "page";
  target_id: number;
  /** Result of it: the comment, the answer; empty and 0 for a reaction. */
  source_kind: "" | "comment" | "answer";
  source_id: number;
  /** Those of one key that were read at the same time, or not yet, are shown as one. */
  group_key: string;
  created_at: string;
  /** A reaction is told of when it can no longer be a slip. */
  visible_at: string;
  read_at: string | null;
  /** Time at which it was taken back, or what it is about was deleted (the time of the deletion). */
  hidden_at: string | null;
  /** Of messages of the system, which say for themselves what they are about. */
  title: Generated<string>;
  excerpt: Generated<string>;
  path: Generated<string>;
  /** Number of times that it came about since it was last read, of messages that say so. */
  times: Generated<number>;
};
