import { type Kysely, sql } from "kysely";

/** Times at which announcements, activities and cases go off the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["announcements", "activities", "cases"]) {
    await db.schema.alterTable(table).addColumn("hide_at", "text").execute();
    await db.schema
      .createIndex(`${table}_hide_at`)
      .on(table)
      .column("hide_at")
      .where(sql<boolean>`hide_at is not null and deleted_at is null`)
      .execute();
  }
}
