import type { Kysely } from "kysely";
import { counter, type DialectKind, required, withId } from "./columns";

/** Questions and answers among the favorites, and folders in which people put favorites of every kind. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  for (const [table, column] of [
    ["questions", "favorite_count"],
    ["answers", "favorite_count"],
    ["users", "question_favorite_count"],
    ["users", "answer_favorite_count"],
  ] as const) {
    await db.schema.alterTable(table).addColumn(column, "integer", counter).execute();
  }
  await withId(db.schema.createTable("favorite_folders"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("name", "text", required)
    .addColumn("shown", "integer", counter)
    .addColumn("place", "integer", required)
    .addColumn("created_at", "text", required)
    .execute();
  await db.schema.createIndex("favorite_folders_user").on("favorite_folders").columns(["user_id", "place"]).execute();
  await db.schema
    .createTable("favorite_places")
    .addColumn("folder_id", "bigint", (column) => column.notNull().references("favorite_folders.id"))
    .addColumn("user_id", "bigint", required)
    .addColumn("target_kind", "text", required)
    .addColumn("target_id", "bigint", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("favorite_places_key", ["folder_id", "target_kind", "target_id"])
    .execute();
  await db.schema
    .createIndex("favorite_places_order")
    .on("favorite_places")
    .columns(["folder_id", "created_at", "target_kind", "target_id"])
    .execute();
  await db.schema
    .createIndex("favorite_places_target")
    .on("favorite_places")
    .columns(["target_kind", "target_id", "user_id"])
    .execute();
  await db.schema.createIndex("favorite_places_user").on("favorite_places").column("user_id").execute();
}
