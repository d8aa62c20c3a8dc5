import type { Db } from "#upstream/db/dialect";

/** Visible tags with the number of texts that have them, most used first. */
export const tagsInUse = (db: Db, limit: number): Promise<{ name: string; total: number }[]> =>
  db
    .selectFrom("tags")
    .select(["name", "total"])
    .where("total", ">", 0)
    .where("alias_of", "is", null)
    .where("hidden_at", "is", null)
    .orderBy("total", "desc")
    .orderBy("name")
    .limit(limit)
    .execute();
