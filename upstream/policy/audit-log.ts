import { createHash } from "node:crypto";
import type { AuditAction, AuditKind } from "#app/contract/admin/system/audit-actions";
import type { Role } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import type { AuditLogTable } from "#upstream/db/schema/audit-log";
import { toJson } from "#upstream/db/schema/columns";

/** A logged change. */
export type AuditEntry = {
  at: string;
  /** Member who acted; null for the operator and for scheduled work. */
  actorId: number | null;
  via: AuditLogTable["via"];
  roles: readonly Role[];
  address?: string;
  requestId?: string;
  action: AuditAction | `${AuditAction}.undo`;
  /** Type of the thing changed. */
  kind: AuditKind;
  /** Id or key of the thing changed. */
  target: string | number;
  /** State before the change; null if it did not exist. */
  before: unknown;
  /** State after the change; null if it no longer exists. */
  after: unknown;
  reason?: string;
  /** Audit log entry that this undoes. */
  undoOf?: number;
};

type Row = Omit<AuditLogTable, "id" | "hash">;

/** Fields covered by the hash, in an order that must never change. */
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

/** SHA-256 hash, in hex, of an audit log entry including the previous entry's hash. */
export const hashOf = (row: { [Name in (typeof HASHED)[number]]: unknown }): string =>
  createHash("sha256")
    .update(toJson(HASHED.map((name) => row[name] ?? null)))
    .digest("hex");

/**
 * Appends an audit log entry within the change's own transaction; concurrent appends wait until that ends. @returns its
 * id
 */
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
 * Serializes staff writes: locks the audit log until the transaction ends. It must be the first lock taken, so that
 * whoever waits here holds nothing that others wait for.
 */
export async function lockAuditLog(trx: Db): Promise<void> {
  await trx
    .updateTable("audit_end")
    .set((eb) => ({ hash: eb.ref("hash") }))
    .where("id", "=", 1)
    .execute();
}

/**
 * Verifies the whole hash chain, 500 rows at a time. @returns the id of the first row that was tampered with; null if
 * none
 */
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
  // Rows cut off at the end leave no gap, so compare with the stored end of the chain.
  return end?.hash === prev ? null : after + 1;
}
