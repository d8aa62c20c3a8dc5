import type { AuditAction } from "#app/contract/admin/system/audit-actions";
import type { Permission } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import type { StaffCall, Undo, Undoable } from "./context";

/** Undos of what a noun logs, by action. */
export type Undos = { readonly [Action in AuditAction]?: Undo };

/** Undoes an action, given its log entry with the states that the action logs. */
type Run<Before, After, Kind extends string> = (
  trx: Db,
  call: StaffCall,
  row: Undoable<Before, After, Kind>,
) => Promise<void>;

/** Returns how to undo an action that logs these states, on a target of this kind. */
export const undo = <Before, After, Kind extends string = string>(run: Run<Before, After, Kind>): Undo => ({
  permission: null,
  run: run as Undo["run"],
});

/** Like `undo`, for an action that requires a dangerous permission: its undo requires verification again, too. */
export const undoDangerous = <Before, After>(permission: Permission, run: Run<Before, After, string>): Undo => ({
  permission,
  run: run as Undo["run"],
});

/** Returns actions that are undone in the same way. */
export const undoAlike = (actions: readonly AuditAction[], way: Undo): Undos =>
  Object.fromEntries(actions.map((action) => [action, way]));

/**
 * Collects how to undo the actions of all nouns. Several nouns may have the same action, if they undo it in the same way.
 * @throws Error if two undo an action differently
 */
export function collectUndos(implementations: readonly { undos: Undos }[]): ReadonlyMap<string, Undo> {
  const ways = new Map<string, Undo>();
  for (const { undos } of implementations) {
    for (const [action, way] of Object.entries(undos)) {
      if ((ways.get(action) ?? way) !== way) throw new Error(`${action} is undone in two ways`);
      ways.set(action, way);
    }
  }
  return ways;
}
