import type { SanctionKind } from "#app/contract/sanction-kinds";
import type { StaffCall } from "#upstream/call/context";
import { ownUndoOf } from "#upstream/modules/admin/audit/undo-own";
import { decideEach } from "#upstream/modules/admin/content/decide-each";
import { notedWrite, onlyTried } from "#upstream/policy/staff-write";
import { imposeIn, refuseBeyond } from "./sanction";

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
  const asked = onlyTried(call, dryRun);
  const { kind, reason } = imposed;
  const log: number[] = [];
  const places = [...new Set(userIds)].map((userId) => ({ userId }));
  const decisions = await decideEach(places, async ({ userId }) => {
    const written = await notedWrite(asked, async (trx, note) => {
      const { before, after } = await imposeIn(trx, asked, { ...imposed, userId, undoable: true });
      note({ action: `user.${kind}`, kind: "user", target: userId, before, after, reason });
    });
    log.push(...written.log);
  });
  return { ...decisions, undo: ownUndoOf(asked, log) };
}
