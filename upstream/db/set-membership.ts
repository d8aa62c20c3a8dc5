import { sql } from "kysely";
import { compiledQuery } from "./compiled-query";
import type { Db } from "./dialect";

/** Tables whose rows are on/off states: a row exists or not. */
type MembershipTable = "likes" | "favorites" | "user_follows" | "question_follows" | "tag_follows" | "zhiku_favorites";

/**
 * Turns a state on or off; idempotent, even when done concurrently.
 * @returns the change of the row count (1, 0 or -1), and when the state was turned on
 */
export async function setMembership(
  trx: Db,
  table: MembershipTable,
  key: Record<string, string | number>,
  { on, createdAt }: { on: boolean; createdAt: string },
): Promise<{ by: 1 | 0 | -1; since: string }> {
  const values = { key: Object.values(key), createdAt };
  const [row] = await (on ? insertRow : deleteRow)(trx, values, table, ...Object.keys(key));
  if (!row) return { by: 0, since: createdAt };
  return { by: on ? 1 : -1, since: row.created_at };
}

type Values = { key: readonly (string | number)[]; createdAt: string };
type Choice = [table: MembershipTable, ...columns: string[]];

const insertRow = compiledQuery<Values, Choice, { created_at: string }>(
  (_db, { key, createdAt }, table, ...columns) => sql`insert into ${sql.table(table)}
    (${sql.join(columns.map((column) => sql.ref(column)))}, created_at)
    values (${sql.join(key)}, ${createdAt}) on conflict do nothing returning created_at`,
);

const deleteRow = compiledQuery<Values, Choice, { created_at: string }>(
  (_db, { key }, table, ...columns) => sql`delete from ${sql.table(table)}
    where (${sql.join(columns.map((column) => sql.ref(column)))}) = (${sql.join(key)}) returning created_at`,
);
