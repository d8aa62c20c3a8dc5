import { type RawBuilder, sql } from "kysely";
import { isPlaced } from "#app/contract/admin/content/placed-kinds";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import { MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { STORED, storedAs } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { isDeletedWithParent } from "#upstream/modules/content/deleted-with-parent";
import { forgetProposals } from "#upstream/modules/content/forget-proposals";
import { forgetVersions } from "#upstream/modules/content/text-versions";
import { purgeNotificationsAbout } from "#upstream/modules/notification/hide";
import { eachAlone } from "#upstream/policy/each-alone";
import { purgeCutoff } from "./rules";

/** Things of one kind purged per transaction. */
const BATCH = 100;
/** Maximum milliseconds of a transaction: a thread may be long, and on PostgreSQL only what is purged waits for it. */
const TIME_MAX = MINUTE;
/** Number of things of a kind that could not be purged after which a run leaves the rest to the next. */
const FAILURES_MAX = 10;
type Recoverable = KindWith<"recoverable">;

/**
 * Purges what was deleted more than 30 days ago, with everything that belongs to it. A comment with replies, even
 * deleted ones, remains as a placeholder. Counters need no change, since they don't include deleted things.
 * @returns the number of purged things
 * @throws the error of one thing, after everything else was purged
 */
export async function purgeDeleted({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = purgeCutoff(clock());
  let removed = 0;
  const steps = kindsWith("recoverable").map((kind) => async () => {
    removed += await purgeKind(db, kind, before);
  });
  await eachAlone([...steps, () => emptyPlaceholders(db, before)], (step) => step());
  return removed;
}

/**
 * Purges many things of a kind at a time, and after a failure one at a time.
 * @returns their number
 * @throws the first error, after the others were purged
 */
async function purgeKind(db: Db, kind: Recoverable, before: string): Promise<number> {
  /** Things left to the next run. */
  const left: number[] = [];
  const errors: unknown[] = [];
  let removed = 0;
  for (let limit = BATCH; errors.length < FAILURES_MAX; ) {
    const ids = await pastIds(db, kind, { before, limit, except: left });
    if (ids.length === 0) break;
    try {
      const gone = await transact(db, (trx) => purgeThose(trx, kind, { before, ids }), TIME_MAX);
      removed += gone.length;
      left.push(...ids.filter((id) => !gone.includes(id)));
    } catch (error) {
      if (limit === 1) {
        left.push(...ids);
        errors.push(error);
      }
      limit = 1;
      continue;
    }
    if (ids.length < limit) break;
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

/** Deletes the words of comments that remain as placeholders. */
async function emptyPlaceholders(db: Db, before: string): Promise<void> {
  await db
    .updateTable("comments")
    .set({ text: "", called: null })
    .where(isPast("comment", before))
    .where("text", "!=", "")
    .execute();
}

/**
 * SQL condition: deleted by itself (and removed by staff, if it was) before that time, with all reports and appeals
 * decided. What was deleted with its parent is kept as long as the parent, and purged together with it.
 */
const isPast = (kind: Recoverable, before: string): RawBuilder<boolean> => {
  const { table } = STORED[kind];
  return sql<boolean>`deleted_at < ${before} and (removed_at is null or removed_at < ${before})
    and not (${isDeletedWithParent(kind)}) and not (${isReported(kind, sql.ref(`${table}.id`))})`;
};

/** SQL for whether a report or an appeal about a thing, or about something below it, is open. */
function isReported(kind: Recoverable, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const reported = [
    sql`exists (select 1 from appeals p where p.state = 'open' and p.target_kind = ${kind} and p.target_id = ${id})`,
    sql`exists (select 1 from reports r where r.state = 'open' and r.target_kind = ${kind} and r.target_id = ${id})`,
  ];
  for (const child of kindsWith("recoverable")) {
    const { table, under } = storedAs(child);
    if (under?.kind !== kind) continue;
    const below = isReported(child, sql.ref(`${table}.id`));
    reported.push(
      sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(under.column)} = ${id} and (${below}))`,
    );
  }
  if (hasTrait(kind, "commentable")) {
    const below = isReported("comment", sql.ref("c.id"));
    reported.push(sql`exists (select 1 from comments c
      where c.target_kind = ${kind} and c.target_id = ${id} and (${below}))`);
  }
  return sql<boolean>`(${sql.join(reported, sql` or `)})`;
}

/** Things of a kind that may be purged. */
function past(db: Db, kind: Recoverable, before: string) {
  const gone = db.selectFrom(STORED[kind].table).select("id").where(isPast(kind, before));
  if (kind !== "comment") return gone;
  // `child_count` does not include deleted replies, which can be restored and are shown below it.
  return gone.where(sql<boolean>`not exists (select 1 from comments r where r.parent_id = comments.id)`);
}

async function pastIds(
  db: Db,
  kind: Recoverable,
  { before, limit, except }: { before: string; limit: number; except: readonly number[] },
): Promise<number[]> {
  const others = sql<boolean>`not (${isOneOf(db, "id", except)})`;
  const rows = await past(db, kind, before)
    .$if(except.length > 0, (query) => query.where(others))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Purges those of some things that may still be purged, and that nobody is changing now. @returns their ids */
async function purgeThose(
  trx: Db,
  kind: Recoverable,
  { before, ids }: { before: string; ids: readonly number[] },
): Promise<number[]> {
  const still = past(trx, kind, before).where(isOneOf(trx, "id", ids));
  const rows = await (isPostgres(trx) ? still.forUpdate().skipLocked() : still).execute();
  const gone = rows.map(({ id }) => id);
  await purgeThings(trx, kind, gone);
  return gone;
}

/** Purges things of a kind, with all rows about them. */
export async function purgeThings(trx: Db, kind: Recoverable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const child of kindsWith("recoverable")) {
    const { under } = storedAs(child);
    if (under?.kind === kind)
      await purgeThings(trx, child, await idsWhere(trx, child, isOneOf(trx, under.column, ids)));
  }
  const on = sql<boolean>`target_kind = ${kind} and ${isOneOf(trx, "target_id", ids)}`;
  if (hasTrait(kind, "commentable")) await purgeThings(trx, "comment", await idsWhere(trx, "comment", on));
  const { followers, about = [] } = storedAs(kind);
  const tables = followers ? [...about, { table: followers.table, columns: [followers.column] }] : about;
  for (const { table, columns } of tables) {
    const conditions = columns.map((column) => isOneOf(trx, column, ids));
    await sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(trx);
  }
  if (hasTrait(kind, "likable")) await trx.deleteFrom("likes").where(on).execute();
  if (hasTrait(kind, "favoritable")) {
    await trx.deleteFrom("favorite_places").where(on).execute();
    await trx.deleteFrom("favorites").where(on).execute();
  }
  if (isPlaced(kind)) {
    await trx
      .deleteFrom("pins")
      .where("kind", "=", kind)
      .where(isOneOf(trx, "item_id", ids))
      .execute();
  }
  if (hasTrait(kind, "drafted")) {
    await forgetVersions(trx, kind, ids);
    await forgetProposals(trx, kind, ids);
  }
  await purgeNotificationsAbout(trx, kind, ids);
  await trx
    .deleteFrom(STORED[kind].table)
    .where(isOneOf(trx, "id", ids))
    .execute();
}

async function idsWhere(trx: Db, kind: Recoverable, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(STORED[kind].table)} where ${condition}`.execute(trx);
  return rows.map(({ id }) => id);
}
