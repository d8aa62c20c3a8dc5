import type { Generated } from "kysely";
import type { MessageAudience, MessageState } from "#app/contract/admin/message";

/** Messages that staff write to members. */
export type MessagesTable = {
  id: Generated<number>;
  title: string;
  text: string;
  path: string;
  audience: MessageAudience;
  /** Of `entitled`: whose right opens this category; null: whose right runs, whichever it is. */
  category_id: number | null;
  /** JSON of the ids of `members`, in their order; empty for others. */
  member_ids: Generated<string>;
  /** `sending` and `withdrawing` go on from `position`, in whichever process. */
  state: MessageState;
  send_at: string | null;
  /** Time at which sending began. */
  sent_at: string | null;
  /** Place of a message to everybody among those that were sent; null for others. */
  sent_no: number | null;
  /** Id of the last member whom it has reached. */
  position: Generated<number>;
  /** Members whom it has reached; of one to everybody, how many there were then. */
  reached: Generated<number>;
  created_by: number;
  created_at: string;
  updated_at: string | null;
  version: Generated<number>;
};
