import type { Kysely } from "kysely";
import { counter, required } from "./columns";

/** Addresses to which members want to be written, and the codes that confirm one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mail_addresses")
    .addColumn("user_id", "bigint", (column) => column.notNull().primaryKey())
    .addColumn("address", "text", required)
    .addColumn("confirmed_at", "text", required)
    .addColumn("stopped_at", "text")
    .execute();
  await db.schema
    .createTable("mail_codes")
    .addColumn("user_id", "bigint", (column) => column.notNull().primaryKey())
    .addColumn("address", "text", required)
    .addColumn("code_hash", "text", required)
    .addColumn("tries", "integer", counter)
    .addColumn("expires_at", "text", required)
    .execute();
}
