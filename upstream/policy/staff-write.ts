import { nowIso, type StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type AuditEntry, appendToAuditLog, lockAuditLog } from "./audit-log";

/** A change, as the log has it. */
export type Change = Pick<AuditEntry, "action" | "kind" | "target" | "before" | "after" | "undoOf"> & {
  /** Reason, in the words of who did it. */
  reason?: string | undefined;
};

/** Notes a change of the running transaction in the log. */
export type Note = (change: Change) => void;

/** Undoes a transaction that was only tried, with what it came to. */
class Tried extends Error {
  override name = "Tried";
  constructor(readonly result: unknown) {
    super("only tried");
  }
}

/**
 * Result that a transaction would have, of which nothing stays.
 * @throws whatever `work` throws
 */
export function tryOut<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return undone(
    transact(db, async (trx) => {
      throw new Tried(await work(trx));
    }),
  );
}

/**
 * One transaction of somebody of the staff: the change and a row of the log for each thing that was changed (`note`),
 * both or neither. What notes nothing has changed nothing. Of a dry run nothing stays but the result. Staff change one
 * after another, so what one looks at before a change no colleague changes until it is done; members may.
 * @throws whatever `work` throws
 */
export async function staffWrite<T>(call: StaffCall, work: (trx: Db, note: Note) => Promise<T>): Promise<T> {
  return (await notedWrite(call, work)).result;
}

/** Does what `staffWrite` does, and gives the numbers of its rows of the log. @throws whatever `work` throws */
export function notedWrite<T>(
  call: StaffCall,
  work: (trx: Db, note: Note) => Promise<T>,
): Promise<{ result: T; log: number[] }> {
  return undone(
    transact(call.db, async (trx) => {
      // Whoever comes second has to see what the first has changed, whatever it was.
      await lockAuditLog(trx);
      const changes: Change[] = [];
      const result = await work(trx, (change) => changes.push(change));
      const log: number[] = [];
      for (const change of changes) log.push(await appendToAuditLog(trx, entryOf(call, change)));
      const written = { result, log };
      if (call.client.dryRun) throw new Tried(written);
      return written;
    }),
  );
}

/** A call of which nothing stays, where that is asked for. */
export const onlyTried = (call: StaffCall, dryRun: boolean): StaffCall =>
  dryRun ? { ...call, client: { ...call.client, dryRun } } : call;

const undone = <T>(transaction: Promise<T>): Promise<T> =>
  transaction.catch((error: unknown) => {
    if (error instanceof Tried) return error.result as T;
    throw error;
  });

function entryOf(call: StaffCall, { reason, undoOf, ...change }: Change): AuditEntry {
  const { viewer, client } = call;
  return {
    ...change,
    ...(reason ? { reason } : {}),
    ...(undoOf ? { undoOf } : {}),
    at: nowIso(call),
    actorId: viewer.userId,
    via: VIA[client.device] ?? "console",
    roles: viewer.roles,
    address: client.ip,
    requestId: client.requestId,
  };
}

/** Device of a call that the command line makes; nobody outside of this process can say so. */
export const COMMAND_LINE = "\u0000command-line";
/** Device of what is done because its time has come. */
export const SCHEDULE = "\u0000schedule";

const VIA: Record<string, AuditEntry["via"]> = { [COMMAND_LINE]: "command-line", [SCHEDULE]: "schedule" };
