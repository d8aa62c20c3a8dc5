import type { Db } from "./dialect";

/** Whether there are no users yet; of another table, whether it has no rows. */
export async function isEmpty(db: Db, table: "users" | "words" = "users"): Promise<boolean> {
  return (await db.selectFrom(table).select("id").limit(1).executeTakeFirst()) === undefined;
}
