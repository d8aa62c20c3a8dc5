import { type Call, nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type AuditEntry, appendToAuditLog, lockAuditLog } from "./audit-log";

/** Person or program that changes something, and the time, as logged. */
export type Actor = Pick<AuditEntry, "at" | "actorId" | "via" | "roles" | "address" | "requestId">;

/** A change as recorded in the audit log. */
export type Change = Pick<AuditEntry, "action" | "kind" | "target" | "before" | "after" | "undoOf"> & {
  /** Reason given by whoever acts. */
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

type Logging<T> = {
  /** Returns who acts, once the work is done. */
  by: (result: T) => Actor;
  /** Rolls everything back, and returns the result. */
  dryRun?: boolean;
};

/**
 * Runs a transaction that changes what the audit log tells: the changes and one entry for each (`note`), all or nothing.
 * Such transactions run one after another, so that the second sees everything that the first has changed.
 * @returns the result, and the ids of the entries
 * @throws whatever `work` throws
 */
export function loggedWrite<T>(
  db: Db,
  work: (trx: Db, note: Note) => Promise<T>,
  { by, dryRun = false }: Logging<T>,
): Promise<{ result: T; log: number[] }> {
  return undone(
    transact(db, async (trx) => {
      await lockAuditLog(trx);
      const changes: Change[] = [];
      const result = await work(trx, (change) => changes.push(change));
      const log: number[] = [];
      for (const { reason, undoOf, ...change } of changes) {
        const more = { ...(reason ? { reason } : {}), ...(undoOf ? { undoOf } : {}) };
        log.push(await appendToAuditLog(trx, { ...change, ...more, ...by(result) }));
      }
      const written = { result, log };
      if (dryRun) throw new Tried(written);
      return written;
    }),
  );
}

type Acting = Pick<Actor, "actorId" | "via" | "roles">;

/** Whoever makes a call, now. */
export const byCaller = (call: Pick<Call, "clock" | "client">, { actorId, via, roles }: Acting): Actor => ({
  at: nowIso(call),
  actorId,
  via,
  roles,
  address: call.client.ip,
  requestId: call.client.requestId,
});

/** Scheduled work at this time. */
export const bySchedule = (at: string): Actor => ({ at, actorId: null, via: "schedule", roles: [] });

/** The operator, at the command line, now. */
export const byOperator = (services: Pick<Services, "clock">): Actor => ({
  at: nowIso(services),
  actorId: null,
  via: "command-line",
  roles: [],
});

const undone = <T>(transaction: Promise<T>): Promise<T> =>
  transaction.catch((error: unknown) => {
    if (error instanceof Tried) return error.result as T;
    throw error;
  });
