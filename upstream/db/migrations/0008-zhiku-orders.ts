import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Tables of offers, orders and payments. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await withId(table("zhiku_offers"), kind)
    .addColumn("name", "text", required)
    .addColumn("description", "text", emptyText)
    .addColumn("category_id", "bigint", (column) => column.references("zhiku_categories.id"))
    .addColumn("price", "bigint", required)
    .addColumn("days", "integer", required)
    .addColumn("position", "integer", counter)
    .addColumn("on_sale", "integer", counter)
    .execute();

  // What was bought is copied: an offer may change, an order does not.
  await withId(table("zhiku_orders"), kind)
    .addColumn("order_no", "text", (column) => column.notNull().unique())
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("offer_id", "bigint", (column) => column.notNull().references("zhiku_offers.id"))
    .addColumn("offer_name", "text", required)
    .addColumn("category_id", "bigint", (column) => column.references("zhiku_categories.id"))
    .addColumn("days", "integer", required)
    .addColumn("amount", "bigint", required)
    .addColumn("channel", "text", required)
    .addColumn("state", "text", required)
    .addColumn("request_id", "text")
    .addColumn("payer_openid", "text")
    .addColumn("code_url", "text")
    .addColumn("prepay_id", "text")
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text")
    .addColumn("asked_at", "text", required)
    .addColumn("paid_at", "text")
    .addColumn("closed_at", "text")
    .addColumn("refunded_at", "text")
    .addColumn("transaction_id", "text", (column) => column.unique())
    .addUniqueConstraint("zhiku_orders_request", ["user_id", "request_id"])
    .execute();
  await db.schema.createIndex("zhiku_orders_user").on("zhiku_orders").columns(["user_id", "id"]).execute();
  await db.schema
    .createIndex("zhiku_orders_pending")
    .on("zhiku_orders")
    .column("asked_at")
    .where(sql.ref("state"), "=", sql.lit("pending"))
    .execute();
  // Money that came too late and has to go back.
  await db.schema
    .createIndex("zhiku_orders_late")
    .on("zhiku_orders")
    .column("id")
    .where(sql<boolean>`state = 'closed' and transaction_id is not null and refunded_at is null`)
    .execute();

  await table("zhiku_pay_notices")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("order_no", "text", required)
    .addColumn("transaction_id", "text")
    .addColumn("received_at", "text", required)
    .execute();

  await table("zhiku_redeem_codes")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("offer_id", "bigint", (column) => column.notNull().references("zhiku_offers.id"))
    .addColumn("expires_at", "text")
    .addColumn("used_by", "bigint", (column) => column.references("users.id"))
    .addColumn("used_at", "text")
    .addColumn("order_id", "bigint", (column) => column.unique().references("zhiku_orders.id"))
    .execute();
}
