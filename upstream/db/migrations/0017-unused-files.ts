import type { Kysely } from "kysely";
import { emptyText } from "./columns";

/** Since when nothing shows a file; and when a sweep of all processes began last, and where it goes on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("objects").addColumn("unused_since", "text").execute();
  await db.schema
    .createTable("sweeps")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("began_at", "text", emptyText)
    .addColumn("after", "text", emptyText)
    .execute();
}
