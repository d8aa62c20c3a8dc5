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

function filtered<Q extends ReturnType<typeof rows>>(query: Q, filter: AuditFilter): Q {
  const { actorId, kind, target, action, since, before } = filter;
  let found = query;
  if (actorId !== undefined) found = found.where("l.actor_id", "=", actorId) as Q;
  if (kind !== undefined) found = found.where("l.kind", "=", kind) as Q;
  if (target !== undefined) found = found.where("l.target", "=", target) as Q;
  if (action !== undefined) found = found.where("l.action", "=", action) as Q;
  if (since !== undefined) found = found.where("l.at", ">=", since) as Q;
  if (before !== undefined) found = found.where("l.at", "<", before) as Q;
  return found;
}

/** One page of the log, newest first; two statements. */
export async function listAudit(
  db: Db,
  { page, pageSize, ...filter }: AuditFilter & { page: number; pageSize: number },
) {
  const { total } = await filtered(rows(db), filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const list = await filtered(rows(db), filter)
    .orderBy("l.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total: Number(total), rows: list };
}

/** Whole log entries in order, after an id. */
export const auditAfter = (db: Db, filter: AuditFilter, { after, limit }: { after: number; limit: number }) =>
  filtered(rows(db), filter)
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
