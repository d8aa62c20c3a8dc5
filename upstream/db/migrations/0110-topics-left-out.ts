import { type Kysely, sql } from "kysely";
import type { DialectKind } from "./columns";

/** Rows of the index without topics: builds from here on write none, and the column goes a release later. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  if (kind === "postgres") await sql`alter table search_words alter column topics set default ''`.execute(db);
}
