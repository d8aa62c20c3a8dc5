import { type Kysely, sql } from "kysely";
import type { DialectKind } from "./columns";

/** Index of orders lately paid with money, to be asked about: it may be refunded at WeChat Pay's own pages. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .createIndex("zhiku_orders_paid")
    .on("zhiku_orders")
    .column("paid_at")
    .where(sql<boolean>`state = 'paid' and transaction_id is not null`)
    .execute();
}
