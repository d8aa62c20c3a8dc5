import { type RawBuilder, sql } from "kysely";
import { isPlaced } from "#app/contract/admin/content/placed-kinds";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED, storedAs } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { isDeletedWithParent } from "#upstream/modules/content/deleted-with-parent";
import { forgetProposals } from "#upstream/modules/content/forget-proposals";
import { forgetVersions } from "#upstream/modules/content/text-versions";
import { purgeNotificationsAbout } from "#upstream/modules/notification/hide";
import { purgeCutoff } from "./rules";

/** Things of one kind purged per transaction. */
const BATCH = 100;
type Recoverable = KindWith<"recoverable">;

/**
 * Purges what was deleted more than 30 days ago, with everything that belongs to it. A comment with replies, even
 * deleted ones, remains as a placeholder. Counters need no change, since they don't include deleted things.
 * @returns the number of purged things
 */
export async function purgeDeleted(services: Pick<Services, "db" | "clock">): Promise<number> {
  const before = purgeCutoff(services.clock());
  let removed = 0;
  for (const kind of kindsWith("recoverable")) {
    for (;;) {
      const ids = await transact(services.db, (trx) => purgeSome(trx, kind, before));
      removed += ids.length;
      if (ids.length < BATCH) break;
    }
  }
  await services.db
    .updateTable("comments")
    .set({ text: "" })
    .where(isPast("comment", before))
    .where("text", "!=", "")
    .execute();
  return removed;
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

async function purgeSome(trx: Db, kind: Recoverable, before: string): Promise<number[]> {
  let gone = trx.selectFrom(STORED[kind].table).select("id").where(isPast(kind, before)).limit(BATCH);
  // `child_count` does not include deleted replies, which can be restored and are shown below it.
  if (kind === "comment") {
    gone = gone.where(sql<boolean>`not exists (select 1 from comments r where r.parent_id = comments.id)`);
  }
  const ids = (await gone.execute()).map((row) => row.id);
  await purgeThings(trx, kind, ids);
  return ids;
}

/** Purges things of a kind, with all rows about them. */
export async function purgeThings(trx: Db, kind: Recoverable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const child of kindsWith("recoverable")) {
    const { under } = storedAs(child);
    if (under?.kind === kind) await purgeThings(trx, child, await idsWhere(trx, child, oneOf(under.column, ids)));
  }
  const on = sql<boolean>`target_kind = ${kind} and ${oneOf("target_id", ids)}`;
  if (hasTrait(kind, "commentable")) await purgeThings(trx, "comment", await idsWhere(trx, "comment", on));
  const { followers, about = [] } = storedAs(kind);
  const tables = followers ? [...about, { table: followers.table, columns: [followers.column] }] : about;
  for (const { table, columns } of tables) {
    const conditions = columns.map((column) => oneOf(column, ids));
    await sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(trx);
  }
  if (hasTrait(kind, "likable")) await trx.deleteFrom("likes").where(on).execute();
  if (hasTrait(kind, "favoritable")) {
    await trx.deleteFrom("favorite_places").where(on).execute();
    await trx.deleteFrom("favorites").where(on).execute();
  }
  if (isPlaced(kind)) await trx.deleteFrom("pins").where("kind", "=", kind).where("item_id", "in", ids).execute();
  if (hasTrait(kind, "drafted")) {
    await forgetVersions(trx, kind, ids);
    await forgetProposals(trx, kind, ids);
  }
  await purgeNotificationsAbout(trx, kind, ids);
  await trx.deleteFrom(STORED[kind].table).where("id", "in", ids).execute();
}

const oneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql`${sql.ref(column)} in (${sql.join(ids)})`;

async function idsWhere(trx: Db, kind: Recoverable, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(STORED[kind].table)} where ${condition}`.execute(trx);
  return rows.map(({ id }) => id);
}
