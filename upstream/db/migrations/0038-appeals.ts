import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Appeals against decisions of staff; and who decided on a held text. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await db.schema.alterTable("reviews").addColumn("decided_by", "bigint").execute();
  await withId(db.schema.createTable("appeals"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("target_kind", "text", required)
    .addColumn("target_id", "bigint", required)
    .addColumn("sort", "text", required)
    .addColumn("name", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("decision_at", "text", required)
    .addColumn("decision_by", "bigint")
    .addColumn("words", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", (column) => column.notNull().defaultTo("open"))
    .addColumn("answer", "text", emptyText)
    .addColumn("answered_at", "text")
    .addColumn("answered_by", "bigint")
    .execute();
  // One against each decision.
  await db.schema
    .createIndex("appeals_decision")
    .unique()
    .on("appeals")
    .columns(["target_kind", "target_id", "decision_at"])
    .execute();
  await db.schema
    .createIndex("appeals_open")
    .on("appeals")
    .columns(["created_at", "id"])
    .where(sql.ref("state"), "=", sql.lit("open"))
    .execute();
  await db.schema.createIndex("appeals_answered").on("appeals").columns(["state", "answered_at", "id"]).execute();
  await db.schema.createIndex("appeals_user").on("appeals").column("user_id").execute();
}
