import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import type { Note } from "#upstream/policy/staff-write";
import type { findAudit } from "./queries";
import { undoOf } from "./undo";

type Row = NonNullable<Awaited<ReturnType<typeof findAudit>>>;

/**
 * Takes back what a row of the log says, in a transaction, and notes that it did.
 * @throws BusinessError CONFLICT where it can't be taken back, or was already
 */
export async function takeBack(
  trx: Db,
  call: StaffCall,
  note: Note,
  row: Row,
  { reason = "", ownAtOnce = false }: { reason?: string; ownAtOnce?: boolean },
): Promise<void> {
  const { id, action, kind, target } = row;
  const undo = undoOf(action);
  if (!undo) throw new BusinessError("CONFLICT", "这项操作不能撤销");
  if (row.undone_by !== null) throw undoneAlready();
  const [before, after] = [parsed(row.before), parsed(row.after)];
  await undo(trx, call, { id, action, kind, target, before, after, ownAtOnce });
  note({ action: `${action}.undo`, kind, target, before: after, after: before, reason, undoOf: id });
}

/** Of two who take the same thing back at once, the second is told so. @throws BusinessError CONFLICT, or the error itself */
export function refuseSecond(error: unknown): never {
  throw isUniqueViolation(error) ? undoneAlready() : error;
}

const undoneAlready = () => new BusinessError("CONFLICT", "已经撤销过了");

/** State before or after a change, as the log keeps it. */
export const parsed = (value: string | null): unknown => (value === null ? null : fromJson<unknown>(value));
