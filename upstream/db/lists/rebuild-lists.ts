import { type RawBuilder, sql } from "kysely";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import { type Connection, type Db, isPostgres } from "#upstream/db/dialect";
import { storedAs } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { peopleWithLongLists, rebuildOwnListsOf } from "./own-list-anchors";
import { GAP } from "./site-lists";

/** Number of people processed at a time. */
const PEOPLE = 500;
/** Row of `sweeps` that exists while the site's lists are to be rebuilt. */
const DUE = "rebuild-lists";

/** Every zhiku document once for each category that contains it: its own and the ones above. */
const PLACED = sql`zhiku_contents c join (
    with recursive placed(id, above) as (
      select id, id from zhiku_categories
      union all select p.id, k.parent_id from placed p join zhiku_categories k on k.id = p.above
        where k.parent_id is not null
    ) select id, above from placed
  ) p on p.id = c.category_id`;

/** Entries of the lists of one kind, except feed and tags. */
function listsOfKind(kind: KindWith<"listed">) {
  const { table, lists = [] } = storedAs(kind);
  const entries = (list: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
    sql`select ${list} as list, created_at, id as item_id from ${sql.table(table)} where deleted_at is null${which}`;
  return [
    entries(sql.lit(kind), sql``),
    ...lists.map(({ name, column, value }) => entries(sql.lit(name), sql` and ${sql.ref(column)} = ${sql.lit(value)}`)),
    ...(hasTrait(kind, "classified")
      ? [entries(sql`${sql.lit(`${kind}/class/`)} || classification_id`, sql` and classification_id is not null`)]
      : []),
  ];
}

/** Every entry of every list, from the content tables. */
const ENTRIES = sql`
  ${sql.join(kindsWith("listed").flatMap(listsOfKind), sql` union all `)}
  union all select 'feed', created_at, item_id from feed_entries
  union all select kind || '/tag/' || tag, created_at, item_id from taggings
  union all select 'zhiku', created_at, id from zhiku_contents where deleted_at is null
  union all select 'zhiku/type/' || type, created_at, id from zhiku_contents where deleted_at is null
  union all select 'zhiku/category/' || p.above, c.created_at, c.id from ${PLACED} where c.deleted_at is null
  union all select 'zhiku/category/' || p.above || '/type/' || c.type, c.created_at, c.id from ${PLACED}
    where c.deleted_at is null`;

/**
 * Rebuilds the totals and anchors of all lists, including people's own, from the rows: after bulk writes that
 * bypass `addToLists`, or that added many old entries. Reads every row of the content tables once. In a site that is in
 * use, call `rebuildListsInTurn`.
 */
export async function rebuildLists(trx: Db): Promise<void> {
  await rebuildSiteLists(trx);
  for (let people = await peopleWithLongLists(trx, 0, PEOPLE); people.length; ) {
    for (const userId of people) await rebuildOwnListsOf(trx, userId);
    people = await peopleWithLongLists(trx, people.at(-1) ?? 0, PEOPLE);
  }
}

/**
 * Rebuilds all lists while others write: the site's in one transaction, then each person's in one of its own, because
 * writers lock people before lists.
 * @param siteLists rebuilds the site's lists
 * @param progress receives the number of people
 */
export async function rebuildListsInTurn<T>(
  { db, connection }: { db: Db; connection: Pick<Connection, "unlimited"> },
  siteLists: (trx: Db) => Promise<T>,
  progress: (people: number) => Promise<void> = async () => {},
): Promise<T> {
  // It may take longer than a request's statement may.
  const rebuilt = await connection.unlimited((unlimited) => transact(unlimited, siteLists, Number.POSITIVE_INFINITY));
  let done = 0;
  for (let people = await peopleWithLongLists(db, 0, PEOPLE); people.length; ) {
    for (const userId of people) await transact(db, (trx) => rebuildOwnListsOf(trx, userId));
    done += people.length;
    await progress(done);
    people = await peopleWithLongLists(db, people.at(-1) ?? 0, PEOPLE);
  }
  return rebuilt;
}

/** Notes that the site's lists are to be rebuilt, after their entries were added. */
export async function noteListsDue(trx: Db): Promise<void> {
  await trx
    .insertInto("sweeps")
    .values({ name: DUE })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the site's lists are still to be rebuilt. */
export async function areListsDue(db: Db): Promise<boolean> {
  return (await db.selectFrom("sweeps").select("name").where("name", "=", DUE).executeTakeFirst()) !== undefined;
}

/** Rebuilds the totals and anchors of the site's lists. Concurrent writers to them wait on PostgreSQL as well. */
export async function rebuildSiteLists(trx: Db): Promise<void> {
  // A transaction that already holds a list has written its rows; later ones update the new totals.
  if (isPostgres(trx)) await sql`lock table list_totals, list_anchors in share row exclusive mode`.execute(trx);
  await trx.deleteFrom("sweeps").where("name", "=", DUE).execute();
  await trx.deleteFrom("list_anchors").execute();
  await trx.deleteFrom("list_totals").execute();
  // `count(*)` over the same order includes entries with an equal key, as an anchor must.
  await sql`insert into list_anchors (list, created_at, item_id, ordinal)
    select list, created_at, item_id, ordinal from (
      select list, created_at, item_id,
        row_number() over (partition by list order by created_at, item_id) as position,
        count(*) over (partition by list order by created_at, item_id) as ordinal
      from (${ENTRIES}) as entries
    ) as numbered where position % ${sql.lit(GAP)} = 0`.execute(trx);
  // The newest time and the highest id may belong to different entries: it is enough that no entry is above the mark.
  await sql`insert into list_totals (list, total, newest_created_at, newest_item_id)
    select list, count(*), max(created_at), max(item_id) from (${ENTRIES}) as entries group by list`.execute(trx);
}
