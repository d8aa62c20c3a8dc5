import type { Call, MembersCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { consumeLimits, type LimitName } from "./limits";

/** Members' actions with the limits they count against, per person. */
const ACTIONS = {
  /** A question, an answer or an article. */
  publish: ["publishMinute", "publishDay"],
  edit: ["editMinute", "editDay"],
  /** Proposing a change of somebody else's text. */
  propose: ["proposeMinute", "proposeDay"],
  comment: ["commentMinute", "commentDay"],
  hold: ["heldHour"],
  /** Likes, votes, favorites and follows, set or taken back. */
  react: ["reactMinute", "reactDay"],
  /** Deleting, restoring, accepting. */
  manage: ["manageMinute", "manageDay"],
  draft: ["draftMinute"],
  upload: ["uploadMinute", "uploadDay"],
  download: ["downloadMinute", "downloadDay"],
  /** Opening a zhiku document, and saving the reading position. */
  read: ["readMinute"],
  report: ["reportMinute", "reportDay"],
  appeal: ["appealMinute", "appealDay"],
  order: ["orderMinute", "orderDay"],
} as const satisfies Record<string, readonly LimitName[]>;

export type MemberAction = keyof typeof ACTIONS;

/** Counts an action of a person. @throws BusinessError RATE_LIMITED */
export function consumeActionLimits(
  db: Db,
  services: Pick<Call, "clock" | "limits">,
  action: MemberAction,
  userId: number,
) {
  const uses = ACTIONS[action].map((limit) => ({ limit, subject: userId }));
  return consumeLimits(db, services, uses);
}

/**
 * Runs a member's transaction, counted against the limits of the action; a failed one is not counted.
 * @throws BusinessError RATE_LIMITED, and whatever `work` throws
 */
export function limitedWrite<T>(
  call: MembersCall,
  action: MemberAction,
  work: (trx: Db, userId: number) => Promise<T>,
): Promise<T> {
  const { userId } = call.viewer;
  return transact(call.db, async (trx) => {
    await consumeActionLimits(trx, call, action, userId);
    return work(trx, userId);
  });
}
