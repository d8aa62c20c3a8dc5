import { type Call, nowIso } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** Maximum number of searches stored per person. */
const KEPT = 20;

/** Somebody's recent queries, latest first. */
export async function recentSearches(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("zhiku_searches")
    .select("q")
    .where("user_id", "=", userId)
    .orderBy("searched_at", "desc")
    .limit(KEPT)
    .execute();
  return rows.map(({ q }) => q);
}

/** Stores a query; a repeated one moves to the top, and old ones are deleted. */
export async function rememberSearch(call: Pick<Call, "db" | "clock">, userId: number, q: string): Promise<void> {
  const { db } = call;
  const searched_at = nowIso(call);
  await db
    .insertInto("zhiku_searches")
    .values({ user_id: userId, q, searched_at })
    .onConflict((conflict) => conflict.columns(["user_id", "q"]).doUpdateSet({ searched_at }))
    .execute();
  await db
    .deleteFrom("zhiku_searches")
    .where("user_id", "=", userId)
    .where("searched_at", "<", (eb) =>
      eb
        .selectFrom("zhiku_searches as s")
        .select("s.searched_at")
        .where("s.user_id", "=", userId)
        .orderBy("s.searched_at", "desc")
        .limit(1)
        .offset(KEPT - 1),
    )
    .execute();
}

/** Deletes somebody's stored queries. */
export async function forgetSearches(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("zhiku_searches").where("user_id", "=", userId).execute();
}
