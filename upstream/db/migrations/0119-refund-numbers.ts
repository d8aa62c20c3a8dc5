import type { Kysely } from "kysely";
import { type DialectKind, required } from "./columns";

/** Numbers that WeChat Pay tells of refunds, by which their orders are found. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("zhiku_refund_numbers")
    .addColumn("number", "text", (column) => column.primaryKey())
    .addColumn("order_no", "text", required)
    .execute();
}
