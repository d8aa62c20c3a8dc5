import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, required, withId } from "./columns";

/** Pins of staff in lists, and things that they single out, each until a time if they like. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("pins"), kind)
    .addColumn("place", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("position", "integer", required)
    .addColumn("until_at", "text")
    .addUniqueConstraint("pins_thing", ["kind", "item_id", "place"])
    .execute();
  for (const table of ["questions", "articles", "cases", "activities"]) {
    await db.schema.alterTable(table).addColumn("featured", "integer", counter).execute();
    await db.schema.alterTable(table).addColumn("featured_until", "text").execute();
    await db.schema
      .createIndex(`${table}_featured`)
      .on(table)
      .columns(["created_at", "id"])
      .where(sql<boolean>`featured = 1 and deleted_at is null`)
      .execute();
    await db.schema
      .createIndex(`${table}_featured_until`)
      .on(table)
      .column("featured_until")
      .where(sql<boolean>`featured_until is not null`)
      .execute();
  }
}
