import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Redeem codes that staff make: batches of them, void ones, and the last characters by which one is found. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("zhiku_code_batches"), kind)
    .addColumn("offer_id", "bigint", (column) => column.notNull().references("zhiku_offers.id"))
    .addColumn("count", "integer", required)
    .addColumn("expires_at", "text")
    .addColumn("note", "text", emptyText)
    .addColumn("created_by", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", required)
    .execute();
  // Codes of before have no batch, and the console does not list them.
  for (const [name, type] of [
    ["batch_id", "bigint"],
    ["number", "integer"],
    ["voided_at", "text"],
  ] as const) {
    await db.schema.alterTable("zhiku_redeem_codes").addColumn(name, type).execute();
  }
  await db.schema.alterTable("zhiku_redeem_codes").addColumn("tail", "text", emptyText).execute();
  await db.schema
    .createIndex("zhiku_redeem_codes_batch")
    .on("zhiku_redeem_codes")
    .columns(["batch_id", "number"])
    .unique()
    .where(sql.ref("batch_id"), "is not", null)
    .execute();
}
