import { nowIso, type StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type AuditEntry, appendToAuditLog, lockAuditLog } from "./audit-log";

/** A change as recorded in the audit log. */
export type Change = Pick<AuditEntry, "action" | "kind" | "target" | "before" | "after" | "undoOf"> & {
  /** Reason given by the staff member. */
  reason?: string | undefined;
};

/** Records a change of the running transaction in the audit log. */
export type Note = (change: Change) => void;

/** Thrown to roll back a trial transaction, carrying its result. */
class Tried extends Error {
  override name = "Tried";
  constructor(readonly result: unknown) {
    super("only tried");
  }
}

/**
 * Runs a transaction, rolls it back and returns its result.
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
 * Runs a transaction of a staff member: the changes and one audit log entry for each (`note`), all or nothing. If
 * nothing is noted, nothing may have changed. A dry run returns the result and is rolled back. Staff transactions run
 * one after another, so no colleague changes what was read before a write; members may.
 * @throws whatever `work` throws
 */
export async function staffWrite<T>(call: StaffCall, work: (trx: Db, note: Note) => Promise<T>): Promise<T> {
  return (await notedWrite(call, work)).result;
}

/** Like `staffWrite`; also returns the ids of its audit log entries. @throws whatever `work` throws */
export function notedWrite<T>(
  call: StaffCall,
  work: (trx: Db, note: Note) => Promise<T>,
): Promise<{ result: T; log: number[] }> {
  return undone(
    transact(call.db, async (trx) => {
      // The second one must see everything that the first has changed.
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

/** The call as a dry run, if that is requested. */
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

/** Device of calls by the command line; no caller outside this process can claim it. */
export const COMMAND_LINE = "\u0000command-line";
/** Device of scheduled work. */
export const SCHEDULE = "\u0000schedule";

const VIA: Record<string, AuditEntry["via"]> = { [COMMAND_LINE]: "command-line", [SCHEDULE]: "schedule" };
