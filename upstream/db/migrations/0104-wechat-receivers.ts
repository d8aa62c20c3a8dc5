import type { Kysely } from "kysely";
import { required } from "./columns";

/** Members whom the official account may send messages to, by the name that it knows them by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wechat_receivers")
    .addColumn("user_id", "bigint", (column) => column.notNull().primaryKey())
    .addColumn("app_id", "text", required)
    .addColumn("openid", "text", required)
    .addColumn("kept_at", "text", required)
    .addColumn("stopped_at", "text")
    .execute();
}
