import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";

/** Handover links for an author, newest first, with creator and use. */
export async function listHandovers(db: Db, userId: number) {
  const rows = await db
    .selectFrom("handovers as h")
    .leftJoin("users as m", "m.id", "h.made_by")
    .leftJoin("users as u", "u.id", "h.taken_by")
    .select(["h.id", "h.made_at", "h.expires_at", "h.taken_at", "h.taken_by", "h.revoked_at", "m.nickname as maker"])
    .select(AUTHOR_COLUMNS)
    .where("h.user_id", "=", userId)
    .orderBy("h.id", "desc")
    .limit(20)
    .execute();
  return rows.map((row) => ({
    stateless: {
      id: row.id,
      madeBy: row.maker ?? "",
      madeAt: row.made_at,
      takenBy: row.taken_by === null ? null : authorView(row as never),
    },
    expiresAt: row.expires_at,
    takenAt: row.taken_at,
    revokedAt: row.revoked_at,
  }));
}
