import { sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { isRemovedOf } from "#upstream/modules/content/removed-of";
import type { ThingPlace } from "./things";

/** Maximum decisions shown per item. */
const SHOWN_MAX = 20;

/** Staff decisions on an item, latest first. */
export async function decisionsOn(db: Db, { kind, id }: { kind: string; id: number }) {
  return db
    .selectFrom("audit_log as l")
    .leftJoin("users as u", "u.id", "l.actor_id")
    .select([
      "l.action",
      "l.reason",
      "l.at",
      sql<string>`coalesce(u.nickname, case when l.via = 'schedule' then '到时自动' else '命令行' end)`.as("actor"),
    ])
    .where("l.kind", "=", kind)
    .where("l.target", "=", String(id))
    .orderBy("l.id", "desc")
    .limit(SHOWN_MAX)
    .execute();
}

/** Number of a member's items that staff have removed, except one; one statement. */
export async function removedOf(db: Db, userId: number, but: ThingPlace): Promise<number> {
  const counts = kindsWith("recoverable").map((kind) => {
    const other = kind === but.kind ? sql`and id != ${but.id}` : sql``;
    return sql`(select count(*) from ${sql.table(STORED[kind].table)} t
      where ${isRemovedOf("t", userId)} ${other})`;
  });
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
