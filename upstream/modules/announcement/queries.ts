import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { findPage } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";

function announcementSummaries(db: Db) {
  return db
    .selectFrom("announcements as a")
    .select(["a.id", "a.title", "a.excerpt", "a.created_at"])
    .where("a.deleted_at", "is", null);
}

/** An announcement with its text; undefined if it does not exist or is deleted. */
export function findAnnouncement(db: Db, id: number) {
  return announcementSummaries(db).select("a.content_html").where("a.id", "=", id).executeTakeFirst();
}

/** The next and the previous announcement; one statement. */
export async function findNeighbours(db: Db, { id, created_at }: { id: number; created_at: string }) {
  const beside = (side: "newer" | "older") => {
    const direction = side === "newer" ? "asc" : "desc";
    return db
      .selectFrom("announcements as n")
      .select("n.id")
      .where("n.deleted_at", "is", null)
      .where(sql<boolean>`(n.created_at, n.id) ${sql.raw(side === "newer" ? ">" : "<")} (${created_at}, ${id})`)
      .orderBy("n.created_at", direction)
      .orderBy("n.id", direction)
      .limit(1);
  };
  const rows = await announcementSummaries(db)
    .where((eb) => eb.or([eb("a.id", "=", beside("newer")), eb("a.id", "=", beside("older"))]))
    .execute();
  const isNewer = (row: { id: number; created_at: string }) =>
    row.created_at > created_at || (row.created_at === created_at && row.id > id);
  const neighbour = (newer: boolean) => {
    const row = rows.find((one) => isNewer(one) === newer);
    return row ? { id: row.id, title: row.title } : null;
  };
  return { newer: neighbour(true), older: neighbour(false) };
}

/** One page, newest first; two statements. */
export async function listAnnouncements(db: Db, { page, pageSize }: { page: number; pageSize: number }) {
  const window = await findPage(db, "announcement", page, pageSize);
  if (window.limit === 0) return { total: window.total, rows: [] };
  const rows = await announcementSummaries(db)
    .where(fromKey("a", window.from))
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { total: window.total, rows };
}
