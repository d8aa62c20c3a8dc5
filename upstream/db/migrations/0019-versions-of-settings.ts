import type { Kysely } from "kysely";

/** So that of two who change a setting or a text of the site at once the second is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["site_settings", "site_texts"]) {
    await db.schema
      .alterTable(table)
      .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
  }
  await db.schema.alterTable("site_settings").addColumn("updated_at", "text").execute();
}
