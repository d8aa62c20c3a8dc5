import type { Db } from "#upstream/db/dialect";

/** Drafts that a member's list shows, the newest. */
export const DRAFTS_LISTED = 50;

/** The newest draft of something, of whatever version; undefined when there is none. */
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

/** Somebody's drafts, the last saved first. */
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
