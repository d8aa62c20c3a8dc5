import { type RawBuilder, type Selectable, sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import type { ListTotalsTable } from "#upstream/db/schema/list-positions";
import type { TaxonomyMovesTable } from "#upstream/db/schema/taxonomy-moves";
import { STORED } from "#upstream/db/stored-kinds";
import { tagLists } from "#upstream/modules/content/taggings";
import { type Classified, listOfClass } from "./classification-moves";

type Ends = Pick<Selectable<TaxonomyMovesTable>, "sort" | "source" | "target">;

/** Row of `list_totals`: a list's size, and the newest key that ever joined it. */
export type ListTotal = Selectable<ListTotalsTable>;

/** The lists that things leave and join by a move, each with SQL that selects `created_at, item_id` of its entries. */
export function listsOfMove({ sort, source, target }: Ends): Map<string, RawBuilder<unknown>> {
  const names = target === null ? [source] : [source, target];
  return sort === "tag"
    ? new Map(names.flatMap(listsOfTag))
    : new Map(names.map((id) => [listOfClass(sort, id), entriesOfClass(sort, id)]));
}

const listsOfTag = (tag: string) =>
  kindsWith("tagged").flatMap((kind) =>
    tagLists({ kind, tags: [tag] }).map(
      (list) => [list, sql`select created_at, item_id from taggings where kind = ${kind} and tag = ${tag}`] as const,
    ),
  );

const entriesOfClass = (kind: Classified, id: string) =>
  sql`select created_at, id as item_id from ${sql.table(STORED[kind].table)}
    where deleted_at is null and classification_id = ${Number(id)}`;

/**
 * Sets the newest key of a list back to what it was before a move that was undone; to that of its newest entry if
 * entries have joined above it meanwhile. A list that the move created, and that is empty again, is deleted.
 */
export async function restoreNewestKey(
  trx: Db,
  { list, entries, before }: { list: string; entries: RawBuilder<unknown>; before: ListTotal | undefined },
): Promise<void> {
  const newest = await newestOf(trx, entries);
  const key = before && (newest === null || isAtOrAfter(before, newest)) ? before : newest;
  if (key) {
    const { newest_created_at, newest_item_id } = key;
    await trx.updateTable("list_totals").set({ newest_created_at, newest_item_id }).where("list", "=", list).execute();
  } else {
    await trx.deleteFrom("list_totals").where("list", "=", list).where("total", "=", 0).execute();
  }
}

type NewestKey = Pick<ListTotal, "newest_created_at" | "newest_item_id">;

/** Key at or after all entries: the highest time with the highest id; null if there are no entries. */
async function newestOf(trx: Db, entries: RawBuilder<unknown>): Promise<NewestKey | null> {
  const { rows } = await sql<{ at: string | null; id: number | null }>`select max(created_at) as at, max(item_id) as id
    from (${entries}) as entries`.execute(trx);
  const { at = null, id = null } = rows[0] ?? {};
  return at === null ? null : { newest_created_at: at, newest_item_id: Number(id) };
}

const isAtOrAfter = (a: NewestKey, b: NewestKey): boolean =>
  a.newest_created_at > b.newest_created_at ||
  (a.newest_created_at === b.newest_created_at && a.newest_item_id >= b.newest_item_id);
