import type { AuditAction, AuditKind } from "#app/contract/admin/system/audit-actions";
import { DANGEROUS } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { within } from "#upstream/call/within";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import type { Note } from "#upstream/policy/logged-write";
import type { findAudit } from "./queries";

type Undoing = {
  row: NonNullable<Awaited<ReturnType<typeof findAudit>>>;
  note: Note;
  reason?: string;
  /** Whether the staff member who acted undoes it at once. */
  ownAtOnce?: boolean;
};

/**
 * Undoes a log entry in a transaction, and logs that.
 * @throws BusinessError CONFLICT if it can't be undone, or was already; SUDO_REQUIRED if the action requires that
 */
export async function undoEntry(
  trx: Db,
  call: StaffCall,
  { row, note, reason = "", ownAtOnce = false }: Undoing,
): Promise<void> {
  const { id, action, kind, target } = row;
  const undo = call.undos.get(action);
  if (!undo) throw new BusinessError("CONFLICT", "这项操作不能撤销");
  if (row.undone_by !== null) throw undoneAlready();
  if (undo.permission !== null && DANGEROUS.has(undo.permission) && call.viewer.sudoUntil === null)
    throw new BusinessError("SUDO_REQUIRED");
  const [before, after] = [parsed(row.before), parsed(row.after)];
  await undo.run(trx, within(call, trx), { id, action, kind, target, before, after, ownAtOnce });
  // It has an undo, so it is not an old one.
  const undone = { action: `${action as AuditAction}.undo`, kind: kind as AuditKind, target } as const;
  note({ ...undone, before: after, after: before, reason, undoOf: id });
}

/** Reports a concurrent second undo. @throws BusinessError CONFLICT, or the error itself */
export function refuseSecond(error: unknown): never {
  throw isUniqueViolation(error) ? undoneAlready() : error;
}

const undoneAlready = () => new BusinessError("CONFLICT", "已经撤销过了");

/** State before or after a change, as logged. */
export const parsed = (value: string | null): unknown => (value === null ? null : fromJson<unknown>(value));
