import type { SanctionKind } from "#app/contract/sanction-kinds";
import type { StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { ownUndoOf } from "#upstream/modules/admin/audit/undo-own";
import { decideEach } from "#upstream/modules/admin/content/decide-each";
import { type Note, notedWrite, onlyTried } from "#upstream/policy/staff-write";
import { imposeIn, liftAllIn, refuseBeyond } from "./sanction";

type Imposed = {
  userIds: readonly number[];
  kind: SanctionKind;
  days: number | null;
  reason: string;
  dryRun: boolean;
};

/**
 * Imposes the same on several members, each by itself, with a row of the log each; they are told once it can't be taken
 * back at once any more.
 * @throws BusinessError FORBIDDEN or INVALID_PARAMS beyond what the caller may impose on anybody
 */
export async function imposeOnEach(call: StaffCall, { userIds, dryRun, ...imposed }: Imposed) {
  refuseBeyond(call, imposed);
  const { kind, reason } = imposed;
  return onEach(call, { userIds, dryRun }, async (trx, asked, userId, note) => {
    const { before, after } = await imposeIn(trx, asked, { ...imposed, userId, undoable: true });
    note({ action: `user.${kind}`, kind: "user", target: userId, before, after, reason });
  });
}

type Lifted = { userIds: readonly number[]; reason: string; dryRun: boolean };

/** Lifts all that is in force of several members, of each by itself: all of theirs, or nothing. They are told like above. */
export function liftOfEach(call: StaffCall, { reason, ...whom }: Lifted) {
  return onEach(call, whom, (trx, asked, userId, note) => liftAllIn(trx, asked, { userId, reason, note }));
}

type Work = (trx: Db, asked: StaffCall, userId: number, note: Note) => Promise<void>;

/** Does the same to several members, to each in a transaction of its own. */
async function onEach(call: StaffCall, { userIds, dryRun }: Omit<Lifted, "reason">, work: Work) {
  const asked = onlyTried(call, dryRun);
  const log: number[] = [];
  const places = [...new Set(userIds)].map((userId) => ({ userId }));
  const decisions = await decideEach(places, async ({ userId }) => {
    const written = await notedWrite(asked, (trx, note) => work(trx, asked, userId, note));
    log.push(...written.log);
  });
  return { ...decisions, undo: ownUndoOf(asked, log) };
}
