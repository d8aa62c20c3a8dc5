import type { Db } from "../../../db/dialect";
import { zhikuSummaries } from "../content/queries";

/** How long a person's own lists are. */
export async function readerCounts(db: Db, userId: number): Promise<{ favorites: number; readings: number }> {
  const row = await db
    .selectFrom("users")
    .select(["zhiku_favorite_count as favorites", "zhiku_reading_count as readings"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row ?? { favorites: 0, readings: 0 };
}

/** Where a person is in a content; undefined before they opened it. */
export function readingOf(db: Db, userId: number, contentId: number) {
  return db
    .selectFrom("zhiku_readings")
    .select(["percent", "anchor", "version", "read_at"])
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId)
    .executeTakeFirst();
}

/** One page of what a person has read in, the last first. */
export function readingsOf(db: Db, { userId, page, pageSize }: { userId: number; page: number; pageSize: number }) {
  return zhikuSummaries(db)
    .innerJoin("zhiku_readings as r", "r.content_id", "c.id")
    .select(["r.percent", "r.anchor", "r.version", "r.read_at"])
    .where("r.user_id", "=", userId)
    .orderBy("r.read_at", "desc")
    .orderBy("r.content_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}
