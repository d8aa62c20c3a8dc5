import type { Call, MembersCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { consumeLimits, type LimitName } from "./limits";

/** Actions of members, and the limits that they count against, each for one person. */
const ACTIONS = {
  /** A question, an answer or an article. */
  publish: ["publishMinute", "publishDay"],
  edit: ["editMinute", "editDay"],
  /** Suggesting a change of somebody else's text. */
  propose: ["proposeMinute", "proposeDay"],
  comment: ["commentMinute", "commentDay"],
  hold: ["heldHour"],
  /** Likes, votes, favorites and follows, set or taken back. */
  react: ["reactMinute", "reactDay"],
  /** Deleting, bringing back, accepting. */
  manage: ["manageMinute", "manageDay"],
  draft: ["draftMinute"],
  upload: ["uploadMinute", "uploadDay"],
  download: ["downloadMinute", "downloadDay"],
  /** Opening a content of zhiku, and keeping how far one is in it. */
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
 * One transaction of a member, counted against the limits of the action; what fails is not counted.
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
