import type { Generated } from "kysely";
import type { MessageAudience, MessageState } from "#app/contract/admin/content/message";

/** Messages from staff to members. */
export type MessagesTable = {
  id: Generated<number>;
  title: string;
  text: string;
  path: string;
  audience: MessageAudience;
  /** Category opened by the recipients' right, for `entitled`; null: any active right. */
  category_id: number | null;
  /** JSON of the recipients' ids, in order, for `members`; empty otherwise. */
  member_ids: Generated<string>;
  /** `sending` and `withdrawing` continue from `position`, in whichever process. */
  state: MessageState;
  send_at: string | null;
  /** Time at which sending started. */
  sent_at: string | null;
  /** Sequence number among messages to everybody; null for others. */
  sent_no: number | null;
  /** Id of the last member reached. */
  position: Generated<number>;
  /** Number of members reached; for a message to everybody, the number of members at that time. */
  reached: Generated<number>;
  created_by: number;
  created_at: string;
  updated_at: string | null;
  version: Generated<number>;
};
