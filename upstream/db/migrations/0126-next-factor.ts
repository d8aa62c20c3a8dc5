import type { Kysely } from "kysely";
import type { DialectKind } from "./columns";

/** Authenticator apps that are to replace those in use. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  for (const column of ["next_secret", "next_until"]) {
    await db.schema.alterTable("second_factors").addColumn(column, "text").execute();
  }
}
