import type { Generated } from "kysely";
import type { OutsideChannel, OutsideSort } from "#app/contract/notification/channels";

/** Sorts of notifications that a member receives by an external channel; others are not sent there. */
export type OutsideSortsTable = { user_id: number; channel: OutsideChannel; sort: OutsideSort };

/** Kind of message: notifications by a channel, or the weekly letter. */
export type OutsideTurn = OutsideChannel | "weekly";

/** Sending schedule of a member for each channel in use. */
export type OutsideTurnsTable = {
  channel: OutsideTurn;
  user_id: number;
  /** Everything up to this time was sent, already seen, or not wanted. */
  told_until: string;
  /** Earliest time of the next message; while a process is sending, the end of its lease. */
  next_at: string;
  /** Failures since the last message that was sent. */
  failures: Generated<number>;
};
