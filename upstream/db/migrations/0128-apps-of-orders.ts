import type { Kysely } from "kysely";

/** Application for which WeChat Pay was requested to charge an order, since a site's may change; earlier ones are unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("zhiku_orders").addColumn("app_id", "text").execute();
}
