import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Jobs over the whole site, done once among all processes. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("jobs"), kind)
    .addColumn("kind", "text", required)
    .addColumn("state", "text", required)
    .addColumn("done", "bigint", counter)
    .addColumn("total", "bigint")
    .addColumn("tries", "integer", counter)
    .addColumn("runner", "text", emptyText)
    .addColumn("beat_at", "text")
    .addColumn("result", "text")
    .addColumn("asked_by", "bigint", (column) => column.references("users.id"))
    .addColumn("created_at", "text", required)
    .addColumn("began_at", "text")
    .addColumn("ended_at", "text")
    .execute();
  await db.schema
    .createIndex("jobs_one_of_a_kind")
    .unique()
    .on("jobs")
    .column("kind")
    .where(sql<boolean>`ended_at is null`)
    .execute();
  await db.schema
    .createIndex("jobs_one_runs")
    .unique()
    .on("jobs")
    .column("state")
    .where(sql<boolean>`state = 'running'`)
    .execute();
}
