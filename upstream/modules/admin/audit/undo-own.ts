import type { OwnUndo, Undone } from "#app/contract/admin/own-undo";
import type { AuditAction } from "#app/contract/admin/system/audit-actions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { UNDO_WINDOW } from "#upstream/modules/notification/notify";
import { staffWrite } from "#upstream/policy/staff-write";
import { findAudit } from "./queries";
import { refuseSecond, undoEntry } from "./undo-entry";

/** Undo information of a decision with these log entries; null if it has none, or was a dry run. */
export const ownUndoOf = (call: StaffCall, log: readonly number[]): OwnUndo | null =>
  log.length > 0 && !call.client.dryRun ? { log: [...log] } : null;

/**
 * Undoes the caller's recent decision, before anyone was notified: all of it or nothing.
 * @param log entries of the log, as the decision returned them
 * @param actions allowed actions of these entries
 * @throws BusinessError NOT_FOUND if it is not the caller's decision; CONFLICT after the time limit, or if it was
 * already undone or changed since
 */
export function undoOwn(call: StaffCall, { log }: OwnUndo, actions: readonly AuditAction[]): Promise<Undone> {
  // Latest first, because later decisions build on earlier ones.
  const newest = [...new Set(log)].sort((a, b) => b - a);
  return staffWrite(call, async (trx, note) => {
    const undone: Undone["undone"] = [];
    for (const id of newest) {
      const row = found(await findAudit(trx, id));
      if (row.actor_id !== call.viewer.userId || !actions.some((one) => one === row.action))
        throw new BusinessError("NOT_FOUND");
      if (call.clock().getTime() >= Date.parse(row.at) + UNDO_WINDOW) {
        throw new BusinessError("CONFLICT", "已经过了十秒，作者已经得知，不能再这样撤销");
      }
      await undoEntry(trx, call, { row, note, ownAtOnce: true });
      undone.push({ kind: row.kind, target: row.target });
    }
    return { undone };
  }).catch(refuseSecond);
}
