import { type Kysely, sql } from "kysely";
import { type DialectKind, required } from "./columns";

/** Columns by which the system's own messages are sent once: of a right that ends, of a login from a new device. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema.alterTable("zhiku_rights").addColumn("end_told_at", "text").execute();
  await db.schema
    .createIndex("zhiku_rights_ending")
    .on("zhiku_rights")
    .column("until_at")
    .where(sql.ref("end_told_at"), "is", null)
    .execute();
  await db.schema
    .createTable("known_devices")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("device", "text", required)
    .addColumn("seen_at", "text", required)
    .addPrimaryKeyConstraint("known_devices_key", ["user_id", "device"])
    .execute();
  await sql`insert into known_devices (user_id, device, seen_at)
    select user_id, device, max(created_at) from sessions group by user_id, device`.execute(db);
}
