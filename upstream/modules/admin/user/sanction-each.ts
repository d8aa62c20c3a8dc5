import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import type { StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { ownUndoOf } from "#upstream/modules/admin/audit/undo-own";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import type { Note } from "#upstream/policy/logged-write";
import { notedWrite, onlyTried } from "#upstream/policy/staff-write";
import { imposeIn, liftAllIn, refuseBeyond } from "./sanction";

type Imposed = {
  userIds: readonly number[];
  kind: SanctionKind;
  days: number | null;
  reason: string;
  seenInForce?: readonly number[] | undefined;
  dryRun: boolean;
};

/**
 * Sanctions several members one by one, with a log entry each; they are notified after the undo period. Those with a
 * longer sanction of the kind keep it.
 * @throws BusinessError FORBIDDEN or INVALID_PARAMS if the caller may not impose it on anyone
 */
export async function imposeOnEach(call: StaffCall, { userIds, dryRun, ...imposed }: Imposed) {
  refuseBeyond(call, imposed);
  const { kind, reason } = imposed;
  return onEach(call, { userIds, dryRun }, async (trx, asked, userId, note) => {
    const { before, after } = await imposeIn(trx, asked, { ...imposed, userId, undoable: true, keepLonger: true });
    note({ action: `user.${kind}`, kind: "user", target: userId, before, after, reason });
  });
}

type Lifted = Omit<Imposed, "kind" | "days">;

/**
 * Lifts all active sanctions of several members one by one: all of a member's, or none. They are notified after the
 * undo period.
 */
export function liftOfEach(call: StaffCall, { reason, seenInForce, ...whom }: Lifted) {
  return onEach(call, whom, (trx, asked, userId, note) => liftAllIn(trx, asked, { userId, reason, note, seenInForce }));
}

type Work = (trx: Db, asked: StaffCall, userId: number, note: Note) => Promise<void>;

/** Applies an action to several members, in a transaction each. */
async function onEach(call: StaffCall, { userIds, dryRun }: Pick<Lifted, "userIds" | "dryRun">, work: Work) {
  const asked = onlyTried(call, dryRun);
  const log: number[] = [];
  const places = [...new Set(userIds)].map((userId) => ({ userId }));
  const decisions = await decideEach(places, async ({ userId }) => {
    const written = await notedWrite(asked, (trx, note) => work(trx, asked, userId, note));
    log.push(...written.log);
  });
  return { ...decisions, undo: ownUndoOf(asked, log) };
}
