import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

const first = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1);

/** Staff with their roles and second factors, and the log of all that they do. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await table("staff")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("role", "text", required)
    .addColumn("granted_by", "bigint")
    .addColumn("granted_at", "text", required)
    .addPrimaryKeyConstraint("staff_key", ["user_id", "role"])
    .execute();

  await table("second_factors")
    .addColumn("user_id", "bigint", (column) => column.primaryKey().references("users.id"))
    .addColumn("secret", "text", required)
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "bigint", counter)
    .execute();

  await table("recovery_codes")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("code_hash", "text", required)
    .addPrimaryKeyConstraint("recovery_codes_key", ["user_id", "code_hash"])
    .execute();

  for (const column of ["staff_until", "sudo_until"]) {
    await db.schema.alterTable("sessions").addColumn(column, "text", emptyText).execute();
  }

  await withId(table("audit_log"), kind)
    .addColumn("at", "text", required)
    .addColumn("actor_id", "bigint")
    .addColumn("via", "text", required)
    .addColumn("roles", "text", required)
    .addColumn("address", "text", emptyText)
    .addColumn("request_id", "text", emptyText)
    .addColumn("action", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("target", "text", required)
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("reason", "text", emptyText)
    .addColumn("undo_of", "bigint")
    .addColumn("prev_hash", "text", required)
    .addColumn("hash", "text", required)
    .execute();
  await db.schema.createIndex("audit_log_target").on("audit_log").columns(["kind", "target", "id"]).execute();
  await db.schema.createIndex("audit_log_actor").on("audit_log").columns(["actor_id", "id"]).execute();
  await db.schema.createIndex("audit_log_undo").on("audit_log").column("undo_of").unique().execute();

  // So that of two who change one thing at once the second is told.
  for (const name of ["announcements", "activities", "cases", "forms"]) {
    await db.schema.alterTable(name).addColumn("version", "integer", first).execute();
    if (name !== "cases") await db.schema.alterTable(name).addColumn("updated_at", "text").execute();
  }
  // Markdown of what a form says above its fields; until now its HTML alone was kept.
  await db.schema.alterTable("forms").addColumn("description", "text", emptyText).execute();

  // The end of the chain: the row that two staff who write at once wait for.
  await table("audit_end")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("hash", "text", required)
    .execute();
  await db
    .insertInto("audit_end" as never)
    .values({ id: 1, hash: "" } as never)
    .execute();
}
