import type { Kysely } from "kysely";
import { type DialectKind, required, withId } from "./columns";

/** Sanctions that outlast the account they were imposed on, by a hash of its phone number. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("carried_sanctions"), kind)
    .addColumn("phone_hash", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("from_at", "text", required)
    .addColumn("until_at", "text")
    .addColumn("imposed_by", "bigint", required)
    .addColumn("forget_at", "text", required)
    .execute();
  await db.schema.createIndex("carried_sanctions_phone").on("carried_sanctions").column("phone_hash").execute();
}
