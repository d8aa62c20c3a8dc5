import { sql } from "kysely";
import type { Db } from "./dialect";

/** Tables whose rows are states that are on or off: there is a row, or there is none. */
type MembershipTable = "likes" | "favorites" | "user_follows" | "question_follows" | "tag_follows" | "zhiku_favorites";

/**
 * Switches a state on or off; switching it to what it is changes nothing, also when two do it at once.
 * @returns what this adds to the number of rows: 1, 0 or -1; and when what is on, or was, was switched on.
 */
export async function setMembership(
  trx: Db,
  table: MembershipTable,
  key: Record<string, string | number>,
  { on, createdAt }: { on: boolean; createdAt: string },
): Promise<{ by: 1 | 0 | -1; since: string }> {
  const columns = Object.keys(key).map((column) => sql.ref(column));
  const values = Object.values(key).map((value) => sql`${value}`);
  const { rows } = on
    ? await sql<{ created_at: string }>`insert into ${sql.table(table)} (${sql.join(columns)}, created_at)
        values (${sql.join(values)}, ${createdAt}) on conflict do nothing returning created_at`.execute(trx)
    : await sql<{ created_at: string }>`delete from ${sql.table(table)}
        where (${sql.join(columns)}) = (${sql.join(values)}) returning created_at`.execute(trx);
  const [row] = rows;
  if (!row) return { by: 0, since: createdAt };
  return { by: on ? 1 : -1, since: row.created_at };
}
