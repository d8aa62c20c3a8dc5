import type { Kysely } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/**
 * So that staff can keep classifications and tags: some are hidden, a name may stand for a tag of another, and what a
 * change of many things moved is kept, so that it can go on and be taken back.
 */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await db.schema.alterTable("classifications").addColumn("hidden_at", "text").execute();
  await db.schema
    .alterTable("classifications")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  for (const column of ["hidden_at", "alias_of", "ruled_key"]) {
    await db.schema.alterTable("tags").addColumn(column, "text").execute();
  }
  await db.schema.createIndex("tags_ruled_key").on("tags").column("ruled_key").execute();
  await db.schema.createIndex("tags_alias_of").on("tags").column("alias_of").execute();
  await db.schema.createIndex("tags_total").on("tags").columns(["total", "name"]).execute();
  await withId(db.schema.createTable("taxonomy_moves"), kind)
    .addColumn("sort", "text", required)
    .addColumn("source", "text", required)
    .addColumn("target", "text")
    .addColumn("state", "text", required)
    .addColumn("moved", "integer", counter)
    .addColumn("rows_before", "text", emptyText)
    .addColumn("created_at", "text", required)
    .execute();
  await db.schema
    .createTable("taxonomy_moved")
    .addColumn("move_id", "bigint", required)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addPrimaryKeyConstraint("taxonomy_moved_key", ["move_id", "kind", "item_id"])
    .execute();
  // What was deleted belongs to a classification as well: without it, nobody could say that one is empty.
  for (const table of ["articles", "cases"]) {
    await db.schema.createIndex(`${table}_of_class`).on(table).columns(["classification_id", "id"]).execute();
  }
}
