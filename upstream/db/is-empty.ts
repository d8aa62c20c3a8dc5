import type { Db } from "./dialect";

/** Whether nobody was ever here; of another table, whether nothing is in it. */
export async function isEmpty(db: Db, table: "users" | "words" = "users"): Promise<boolean> {
  return (await db.selectFrom(table).select("id").limit(1).executeTakeFirst()) === undefined;
}
