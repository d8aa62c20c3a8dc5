import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required } from "./columns";

/** Refunds that staff ask WeChat Pay for, and an index of all orders by time for the console. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("zhiku_refunds")
    .addColumn("refund_no", "text", (column) => column.primaryKey())
    .addColumn("order_no", "text", (column) => column.notNull().references("zhiku_orders.order_no"))
    .addColumn("amount", "bigint", required)
    .addColumn("reason", "text", emptyText)
    .addColumn("state", "text", required)
    .addColumn("requested_by", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", required)
    .addColumn("approved_by", "bigint", (column) => column.references("users.id"))
    .addColumn("approved_at", "text")
    .addColumn("asked_at", "text", required)
    .addColumn("ended_at", "text")
    .addColumn("refusal", "text", emptyText)
    .execute();
  await db.schema.createIndex("zhiku_refunds_order").on("zhiku_refunds").column("order_no").execute();
  // Of an order one refund at a time: of two who press at once the second is told.
  await db.schema
    .createIndex("zhiku_refunds_open")
    .on("zhiku_refunds")
    .column("order_no")
    .unique()
    .where(sql<boolean>`state in ('waiting', 'asked', 'underway', 'abnormal')`)
    .execute();
  await db.schema.createIndex("zhiku_orders_created").on("zhiku_orders").columns(["created_at", "id"]).execute();
}
