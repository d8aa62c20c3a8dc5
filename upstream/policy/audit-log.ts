import { createHash } from "node:crypto";
import type { Role } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import type { AuditLogTable } from "#upstream/db/schema/audit-log";
import { toJson } from "#upstream/db/schema/columns";

/** A change that somebody of the staff made, and who it was. */
export type AuditEntry = {
  at: string;
  /** Null for the command line. */
  actorId: number | null;
  via: AuditLogTable["via"];
  roles: readonly Role[];
  address?: string;
  requestId?: string;
  /** `announcement.update`. */
  action: string;
  /** Sort of thing that was changed: `announcement`. */
  kind: string;
  /** Its id or key. */
  target: string | number;
  /** State before; null where it was not there. */
  before: unknown;
  /** State after; null where it is there no more. */
  after: unknown;
  reason?: string;
  /** Row of the log that this takes back. */
  undoOf?: number;
};

type Row = Omit<AuditLogTable, "id" | "hash">;

/** The fields that the hash is made of, in the order that it has for ever. */
const HASHED = [
  "at",
  "actor_id",
  "via",
  "roles",
  "address",
  "request_id",
  "action",
  "kind",
  "target",
  "before",
  "after",
  "reason",
  "undo_of",
  "prev_hash",
] as const satisfies readonly (keyof Row)[];

/** SHA-256, in hex, of a row of the log and of the hash before it. */
export const hashOf = (row: { [Name in (typeof HASHED)[number]]: unknown }): string =>
  createHash("sha256")
    .update(toJson(HASHED.map((name) => row[name] ?? null)))
    .digest("hex");

/** Writes a row of the log, in the transaction of the change itself; whoever writes another one waits until that ends. @returns its id */
export async function appendToAuditLog(trx: Db, entry: AuditEntry): Promise<number> {
  const { hash: prev_hash } = await trx
    .updateTable("audit_end")
    .set((eb) => ({ hash: eb.ref("hash") }))
    .where("id", "=", 1)
    .returning("hash")
    .executeTakeFirstOrThrow();
  const row = {
    at: entry.at,
    actor_id: entry.actorId,
    via: entry.via,
    roles: toJson(entry.roles),
    address: entry.address ?? "",
    request_id: entry.requestId ?? "",
    action: entry.action,
    kind: entry.kind,
    target: String(entry.target),
    before: entry.before === null ? null : toJson(entry.before),
    after: entry.after === null ? null : toJson(entry.after),
    reason: entry.reason ?? "",
    undo_of: entry.undoOf ?? null,
    prev_hash,
  };
  const hash = hashOf(row);
  const { id } = await trx
    .insertInto("audit_log")
    .values({ ...row, hash })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.updateTable("audit_end").set({ hash }).where("id", "=", 1).execute();
  return id;
}

/**
 * Makes everybody else of the staff wait who changes something, until the transaction ends. First of all that is locked:
 * whoever waits here has nothing that others wait for.
 */
export async function lockAuditLog(trx: Db): Promise<void> {
  await trx
    .updateTable("audit_end")
    .set((eb) => ({ hash: eb.ref("hash") }))
    .where("id", "=", 1)
    .execute();
}

/** Looks the whole chain through, in steps of 500 rows. @returns the id of the first row that was tampered with; null for none */
export async function findBrokenLink(db: Db): Promise<number | null> {
  let after = 0;
  let prev = "";
  for (;;) {
    const rows = await db
      .selectFrom("audit_log")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(500)
      .execute();
    for (const row of rows) {
      if (row.prev_hash !== prev || hashOf(row) !== row.hash) return row.id;
      prev = row.hash;
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  const end = await db.selectFrom("audit_end").select("hash").where("id", "=", 1).executeTakeFirst();
  // Rows cut off at the end leave no gap between the others.
  return end?.hash === prev ? null : after + 1;
}
