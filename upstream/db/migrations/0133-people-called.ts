import { type Kysely, sql } from "kysely";
import type { DialectKind } from "./columns";

/** So that calling somebody by the first letters of a name reads neither all members nor all closed accounts. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await sql`create index users_by_fans on users (fans_count desc, id) where deleted_at is null`.execute(db);
  // Those without a name of their own. Asked for `name_key is null`, SQLite would expect one row in the unique index of
  // that, which has all closed accounts there. The order is as in `users_nickname`.
  const nickname = kind === "sqlite" ? sql`nickname collate nocase` : sql`nickname text_pattern_ops`;
  await sql`create index users_sharing_name on users (${nickname})
    where coalesce(name_key, '') = '' and deleted_at is null`.execute(db);
}
