import { sql } from "kysely";
import { type Db, rowLock } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { bump } from "#upstream/db/versions";

/**
 * Deletes somebody's reading history of one document, or all, including visits; they are no longer one of its readers.
 */
export async function forgetReadings(trx: Db, userId: number, contentId?: number): Promise<void> {
  let readings = trx.deleteFrom("zhiku_readings").where("user_id", "=", userId);
  let journeys = trx.deleteFrom("zhiku_journeys").where("user_id", "=", userId);
  if (contentId !== undefined) {
    readings = readings.where("content_id", "=", contentId);
    journeys = journeys.where("content_id", "=", contentId);
  }
  const forgotten = await readings.returning(["content_id", "read_at"]).execute();
  await journeys.execute();
  if (forgotten.length === 0) return;
  const published = await loseReader(
    trx,
    forgotten.map(({ content_id }) => content_id),
  );
  await countUsers(
    trx,
    forgotten
      // Unpublished documents are not in the counter.
      .filter(({ content_id }) => published.has(content_id))
      .map(({ content_id, read_at }) => ({
        userId,
        counter: "zhiku_reading_count",
        by: -1,
        key: { createdAt: read_at, id: content_id },
      })),
  );
}

/** Counts one reader less of each document. @returns ids of those that are published */
async function loseReader(trx: Db, ids: number[]): Promise<Set<number>> {
  const there = await trx
    .selectFrom("zhiku_contents")
    .select(["id", "deleted_at"])
    .where("id", "in", ids)
    // In one order, for the locks.
    .orderBy("id")
    .$call(rowLock(trx))
    .execute();
  await trx.updateTable("zhiku_contents").set({ read_count: sql`read_count - 1` }).where("id", "in", ids).execute();
  // The lists too, since some are ordered by readers.
  await bump(trx, ["zhiku-contents", ...ids.map((id) => `zhiku/${id}` as const)]);
  return new Set(there.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
}
