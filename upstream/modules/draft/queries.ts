import type { Db } from "#upstream/db/dialect";

/** Maximum number of drafts in a member's list. */
export const DRAFTS_LISTED = 50;

/** The latest draft of a target, of whatever version; undefined if none. */
export function findDraft(db: Db, userId: number, target: string) {
  return db
    .selectFrom("drafts")
    .select(["target", "base_version", "fields", "updated_at"])
    .where("user_id", "=", userId)
    .where("target", "=", target)
    .orderBy("updated_at", "desc")
    .orderBy("base_version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Somebody's drafts, last saved first. */
export function listDrafts(db: Db, userId: number) {
  return db
    .selectFrom("drafts")
    .select(["target", "base_version", "fields", "updated_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .limit(DRAFTS_LISTED)
    .execute();
}

/** Row of a stored draft. */
export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;
