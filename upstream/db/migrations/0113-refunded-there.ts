import type { Kysely } from "kysely";

/** Sum of what was refunded on WeChat Pay's own pages, as far as its notifications have said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("zhiku_orders").addColumn("refunded_there", "bigint").execute();
}
