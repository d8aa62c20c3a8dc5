import type { Kysely } from "kysely";
import type { DialectKind } from "./columns";

/** Places of an activity, and the activity that a form is for. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema.alterTable("activities").addColumn("capacity", "integer").execute();
  await db.schema.createIndex("activities_form").on("activities").column("form_id").execute();
}
