import type { Db } from "#upstream/db/dialect";

/** A member's drafts of a target, one for each version, last saved first. */
export function findDrafts(db: Db, userId: number, target: string) {
  return db
    .selectFrom("drafts")
    .select(["target", "base_version", "fields", "updated_at"])
    .where("user_id", "=", userId)
    .where("target", "=", target)
    .orderBy("updated_at", "desc")
    .orderBy("base_version", "desc");
}

/** The latest draft of a target, of whatever version; undefined if none. */
export const findDraft = (db: Db, userId: number, target: string) =>
  findDrafts(db, userId, target).limit(1).executeTakeFirst();

/** Somebody's drafts, last saved first; only the latest of each target. */
export async function listDrafts(db: Db, userId: number) {
  const rows = await db
    .selectFrom("drafts")
    .select(["target", "base_version", "fields", "updated_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .orderBy("base_version", "desc")
    .execute();
  const latest = new Map<string, DraftRow>();
  for (const row of rows) if (!latest.has(row.target)) latest.set(row.target, row);
  return [...latest.values()];
}

/** Row of a stored draft. */
export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;
