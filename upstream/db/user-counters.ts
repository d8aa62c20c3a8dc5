import { type Kysely, sql } from "kysely";
import type { Database } from "./schema";

type UserCounter =
  | "question_count"
  | "answer_count"
  | "article_count"
  | "comment_count"
  | "received_count"
  | "follow_count"
  | "fans_count"
  | "follow_question_count"
  | "article_favorite_count"
  | "case_favorite_count"
  | "liked_count"
  | "zhiku_favorite_count"
  | "zhiku_reading_count";

export type UserCount = { userId: number | null; counter: UserCounter; by: number };

/**
 * Changes counters of people, one statement a person; an entry for nobody (`userId` null) is skipped.
 * People are locked in the order of their ids, so that two transactions never wait for each other.
 */
export async function countUsers(trx: Kysely<Database>, changes: readonly UserCount[]): Promise<void> {
  const byUser = new Map<number, Map<UserCounter, number>>();
  for (const { userId, counter, by } of changes) {
    if (userId === null || by === 0) continue;
    const counters = byUser.get(userId) ?? new Map<UserCounter, number>();
    counters.set(counter, (counters.get(counter) ?? 0) + by);
    byUser.set(userId, counters);
  }
  for (const [userId, counters] of [...byUser].sort(([a], [b]) => a - b)) {
    const set = [...counters].map(([counter, by]) => sql`${sql.ref(counter)} = ${sql.ref(counter)} + ${by}`);
    await sql`update users set ${sql.join(set)} where id = ${userId}`.execute(trx);
  }
}

/** What a counter of somebody says; 0 when the account is not there or closed. */
export async function userCount(db: Kysely<Database>, userId: number, counter: UserCounter): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select(sql.ref<number>(counter).as("count"))
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.count ?? 0;
}
