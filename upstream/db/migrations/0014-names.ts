import { type Kysely, sql } from "kysely";
import { nameKey } from "#upstream/text/name-key";
import type { DialectKind } from "./columns";

const BATCH = 1000;

/**
 * Names are somebody's alone: whoever has one longest keeps it, others with the same keep theirs without. Whoever runs
 * beside and knows nothing of this adds people without a key.
 */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema.alterTable("users").addColumn("name_key", "text").execute();
  const seen = new Set<string>();
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; nickname: string }>`
      select id, nickname from users where id > ${after} and deleted_at is null and registration_pending = 0
      order by id limit ${BATCH}`.execute(db);
    for (const { id, nickname } of rows) {
      const key = nameKey(nickname);
      if (seen.has(key)) continue;
      seen.add(key);
      await sql`update users set name_key = ${key} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  await db.schema.createIndex("users_name_key").unique().on("users").column("name_key").execute();
}
