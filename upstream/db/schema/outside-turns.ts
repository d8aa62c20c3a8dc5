import type { Generated } from "kysely";
import type { OutsideChannel, OutsideSort } from "#app/contract/notification-channels";

/** Sorts of notifications that a member wants by a channel outside the site; what is not here they don't get there. */
export type OutsideSortsTable = { user_id: number; channel: OutsideChannel; sort: OutsideSort };

/** Sort of turn: a channel by which somebody wants notifications, or the weekly letter. */
export type OutsideTurn = OutsideChannel | "weekly";

/** Turn of a member by a channel by which they want anything. */
export type OutsideTurnsTable = {
  channel: OutsideTurn;
  user_id: number;
  /** Of what was done until then they were told, or had seen it, or did not want it. */
  told_until: string;
  /** Time at which they may be told again; also the end of a turn that somebody has taken. */
  next_at: string;
  /** Failures since the last message that went out. */
  failures: Generated<number>;
};
