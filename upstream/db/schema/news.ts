import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** An event that one member caused and another is notified of; lists group them. */
export type NotificationsTable = {
  id: Generated<number>;
  /** Recipient of the notification. */
  user_id: number;
  kind: "comment" | "like" | "collection_follow" | "system";
  verb: "comment" | "reply" | "answer" | "mention" | "like" | "vote" | "favorite" | "follow" | "accept" | "system";
  /** Member who caused the event; 0 for the system. */
  actor_id: number;
  /** Kind of the text or person that the event is about. */
  target_kind: KindWith<"notified"> | "user" | "page";
  target_id: number;
  /** Kind of what it created: a comment or an answer; empty and 0 for a reaction. */
  source_kind: "" | "comment" | "answer";
  source_id: number;
  /** Events with the same key that were read at the same time, or are unread, are shown as one. */
  group_key: string;
  created_at: string;
  /** Time from which it is shown: reactions are delayed so that they can be undone. */
  visible_at: string;
  read_at: string | null;
  /** Time at which it was undone, or its target was deleted (then the time of the deletion). */
  hidden_at: string | null;
  /** Title of a system message, which names its subject itself. */
  title: Generated<string>;
  excerpt: Generated<string>;
  path: Generated<string>;
  /** Number of occurrences since last read, for system messages that count. */
  times: Generated<number>;
};
