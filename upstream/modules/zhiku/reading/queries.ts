import type { Db } from "#upstream/db/dialect";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import { zhikuSummaries } from "#upstream/modules/zhiku/content/queries";

/** Reading position of a person in a document; undefined if never opened. */
export function readingOf(db: Db, userId: number, contentId: number) {
  return db
    .selectFrom("zhiku_readings")
    .select(["percent", "anchor", "version", "read_at"])
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId)
    .executeTakeFirst();
}

/** Percentage read of each of these documents by a person; unopened ones are omitted. */
export async function percentsOf(db: Db, userId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("zhiku_readings")
    .select(["content_id", "percent"])
    .where("user_id", "=", userId)
    .where("content_id", "in", ids)
    .execute();
  return new Map(rows.map(({ content_id, percent }) => [content_id, percent]));
}

/** One page of a person's reading history, latest first. */
export async function readingsOf(db: Db, query: { userId: number; page: number; pageSize: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "zhiku_reading_count", query);
  if (limit === 0) return { total, rows: [] };
  const rows = await zhikuSummaries(db)
    .innerJoin("zhiku_readings as r", "r.content_id", "c.id")
    .select(["r.percent", "r.anchor", "r.version", "r.read_at"])
    .where("r.user_id", "=", query.userId)
    .where(fromOwnKey("r.read_at", "r.content_id", from))
    .orderBy("r.read_at", "desc")
    .orderBy("r.content_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}
