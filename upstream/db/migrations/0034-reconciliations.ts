import type { Kysely } from "kysely";
import { required } from "./columns";

/** Time at which WeChat Pay took a refund in, and what was found when a day was compared with its bill. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("zhiku_refunds").addColumn("accepted_at", "text").execute();
  await db.schema
    .createTable("zhiku_reconciliations")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("compared_at", "text", required)
    .addColumn("compared_by", "bigint", (column) => column.references("users.id"))
    .addColumn("differences", "bigint", required)
    .addColumn("result", "text", required)
    .execute();
  // Of a day: what was paid, and what was taken in to go back.
  await db.schema.createIndex("zhiku_orders_paid_at").on("zhiku_orders").column("paid_at").execute();
  await db.schema.createIndex("zhiku_refunds_accepted").on("zhiku_refunds").column("accepted_at").execute();
}
