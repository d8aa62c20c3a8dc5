import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { findPage, PAGED_ENTRIES_MAX } from "#upstream/db/lists/site-lists";
import type { TaggingsTable } from "#upstream/db/schema/taggings";
import { STORED } from "#upstream/db/stored-kinds";
import { taggedIds } from "./taggings";

type TaggedQuery = { kind: TaggingsTable["kind"]; tag: string; page: number; pageSize: number };
/** Order of the texts `t` of a tag, and a condition on them. */
type Choice = { hot: boolean; only?: RawBuilder<boolean> | undefined };

/**
 * One page of a kind's texts with a tag; two statements. All of them, newest first, have stored positions. In another
 * order, or under a condition, they are counted and sorted on the fly, among the tag's newest `PAGED_ENTRIES_MAX`, so
 * that a tag with many texts costs no more.
 */
export async function taggedPage(
  db: Db,
  query: TaggedQuery,
  { hot, only }: Choice,
): Promise<{ total: number; ids: number[] }> {
  const { kind, tag, page, pageSize } = query;
  if (!hot && only === undefined) {
    const window = await findPage(db, `${kind}/tag/${tag}`, page, pageSize);
    return { total: window.total, ids: await taggedIds(db, query, window) };
  }
  const chosen = sql`from (select item_id from taggings where kind = ${kind} and tag = ${tag}
      order by created_at desc, item_id desc limit ${sql.lit(PAGED_ENTRIES_MAX)}) as tagged
    join ${sql.table(STORED[kind].table)} as t on t.id = tagged.item_id
    where t.deleted_at is null ${only === undefined ? sql`` : sql`and ${only}`}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${chosen}`.execute(db);
  const { rows } = await sql<{ id: number }>`select t.id ${chosen}
    order by ${sql.ref(hot ? "t.hot" : "t.created_at")} desc, t.id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { total: Number(counted.rows[0]?.total ?? 0), ids: rows.map(({ id }) => id) };
}
