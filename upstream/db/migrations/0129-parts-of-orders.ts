import { type Kysely, sql } from "kysely";

/** Order of which a right is the part read before the rest was postponed; the rest keeps `order_id`, which is unique. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("zhiku_rights").addColumn("part_of_order", "bigint").execute();
  await db.schema
    .createIndex("zhiku_rights_part")
    .on("zhiku_rights")
    .column("part_of_order")
    .where(sql.ref("part_of_order"), "is not", null)
    .execute();
}
