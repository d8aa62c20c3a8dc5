import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";

/** Filters of the log: who, what, and on what. */
export type AuditFilter = {
  actorId?: number | undefined;
  kind?: string | undefined;
  target?: string | undefined;
  action?: string | undefined;
  /** Start (inclusive) and end (exclusive) times. */
  since?: string | undefined;
  before?: string | undefined;
};

const joined = (db: Db) =>
  db
    .selectFrom("audit_log as l")
    .leftJoin("users as u", "u.id", "l.actor_id")
    .leftJoin("audit_log as n", "n.undo_of", "l.id");

/** Log entries with their actors, and whether they were undone. */
const rows = (db: Db) =>
  joined(db)
    .select(["l.id", "l.at", "l.actor_id", "u.nickname", "l.via", "l.roles", "l.action", "l.kind", "l.target"])
    .select(["l.reason", "l.undo_of", "n.id as undone_by"]);

export type AuditRow = Awaited<ReturnType<typeof listAudit>>["rows"][number];

/** Condition for the entries `l` that a filter asks for. */
function matching({ actorId, kind, target, action, since, before }: AuditFilter): RawBuilder<SqlBool> {
  const conditions = [sql`1 = 1`];
  if (actorId !== undefined) conditions.push(sql`l.actor_id = ${actorId}`);
  if (kind !== undefined) conditions.push(sql`l.kind = ${kind}`);
  if (target !== undefined) conditions.push(sql`l.target = ${target}`);
  if (action !== undefined) conditions.push(sql`l.action = ${action}`);
  if (since !== undefined) conditions.push(sql`l.at >= ${since}`);
  if (before !== undefined) conditions.push(sql`l.at < ${before}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** One page of the log, newest first; two statements. Actors and undos are read for the entries of the page alone. */
export async function listAudit(
  db: Db,
  { page, pageSize, ...filter }: AuditFilter & { page: number; pageSize: number },
) {
  const entries = db.selectFrom("audit_log as l").where(matching(filter));
  const { total } = await entries.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const shown = entries
    .select("l.id")
    .orderBy("l.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const list = await rows(db).where("l.id", "in", shown).orderBy("l.id", "desc").execute();
  return { total: Number(total), rows: list };
}

/** Whole log entries in order, after an id. */
export const auditAfter = (db: Db, filter: AuditFilter, { after, limit }: { after: number; limit: number }) =>
  rows(db)
    .where(matching(filter))
    .select(["l.address", "l.request_id", "l.before", "l.after", "l.prev_hash", "l.hash"])
    .where("l.id", ">", after)
    .orderBy("l.id")
    .limit(limit)
    .execute();

/** Entries of the same request or command as an entry that were not undone. */
const together = (db: Db, { actor_id, via, request_id }: Whole) =>
  rows(db)
    .where("l.request_id", "=", request_id)
    .where("l.request_id", "!=", "")
    .where("l.actor_id", actor_id === null ? "is" : "=", actor_id)
    .where("l.via", "=", via)
    .where("l.undo_of", "is", null)
    .where("n.id", "is", null);

/** Number of entries of the same request or command as an entry that were not undone, including that one. */
export async function countTogether(db: Db, row: Whole): Promise<number> {
  const { total } = await together(db, row)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whole entries of the same request or command as an entry that were not undone, latest first; at most `limit`. */
export const listTogether = (db: Db, row: Whole, limit: number) =>
  together(db, row)
    .select(["l.address", "l.request_id", "l.before", "l.after", "l.hash"])
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();

type Whole = Pick<AuditRow, "actor_id" | "via"> & { request_id: string };

/** A whole log entry. */
export const findAudit = (db: Db, id: number) =>
  rows(db)
    .select(["l.address", "l.request_id", "l.before", "l.after", "l.hash"])
    .where("l.id", "=", id)
    .executeTakeFirst();
