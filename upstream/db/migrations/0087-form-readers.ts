import type { Kysely } from "kysely";
import { required } from "./columns";

/** Staff who are told of answers to a form, notifications that stand for several events, and consents in the order of their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_readers")
    .addColumn("form_id", "bigint", (column) => column.notNull().references("forms.id"))
    .addColumn("user_id", "bigint", required)
    .addPrimaryKeyConstraint("form_readers_key", ["form_id", "user_id"])
    .execute();
  await db.schema.createIndex("form_readers_user").on("form_readers").column("user_id").execute();
  await db.schema
    .alterTable("news")
    .addColumn("times", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on("consents").columns(columns).execute();
  await index("consents_of_version", ["key", "agreed_version", "at", "user_id"]);
  await index("consents_of_key", ["key", "at", "user_id", "agreed_version"]);
  // The first of these begins with its columns.
  await db.schema.dropIndex("consents_version").execute();
}
