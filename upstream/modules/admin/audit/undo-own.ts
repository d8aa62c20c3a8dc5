import type { OwnUndo, Undone } from "#app/contract/admin/own-undo";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { UNDO_WINDOW } from "#upstream/modules/notification/notify";
import { staffWrite } from "#upstream/policy/staff-write";
import { findAudit } from "./queries";
import { refuseSecond, takeBack } from "./take-back";

/** By which a decision can be taken back that made these rows of the log; null where none did, or it was only tried. */
export const ownUndoOf = (call: StaffCall, log: readonly number[]): OwnUndo | null =>
  log.length > 0 && !call.client.dryRun ? { log: [...log] } : null;

/**
 * Takes back what whoever calls has decided a moment ago, before anybody was told: all of it or nothing.
 * @param log rows of the log, as the decision gave them
 * @param actions of which alone they may be
 * @throws BusinessError NOT_FOUND for what is no decision of theirs; CONFLICT after the window, and where it was taken
 * back already, or changed since
 */
export function undoOwn(call: StaffCall, { log }: OwnUndo, actions: readonly string[]): Promise<Undone> {
  // The last one first: what was decided on top of it is taken back before it.
  const newest = [...new Set(log)].sort((a, b) => b - a);
  return staffWrite(call, async (trx, note) => {
    const undone: Undone["undone"] = [];
    for (const id of newest) {
      const row = found(await findAudit(trx, id));
      if (row.actor_id !== call.viewer.userId || !actions.includes(row.action)) throw new BusinessError("NOT_FOUND");
      if (call.clock().getTime() >= Date.parse(row.at) + UNDO_WINDOW) {
        throw new BusinessError("CONFLICT", "已经过了十秒，作者已经得知，不能再这样撤销");
      }
      await takeBack(trx, call, note, row, { ownAtOnce: true });
      undone.push({ kind: row.kind, target: row.target });
    }
    return { undone };
  }).catch(refuseSecond);
}
