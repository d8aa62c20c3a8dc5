import type { HeldKind } from "#app/contract/moderation/review";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";

const SHOWN_MAX = 50;

const COLUMNS = [
  "id",
  "author_id",
  "kind",
  "state",
  "created_at",
  "decided_at",
  "decided_by",
  "fields",
  "target_id",
  "version",
  "reason",
  "published_id",
] as const;

const unpublished = (db: Db, authorId: number) =>
  db.selectFrom("reviews").select(COLUMNS).where("author_id", "=", authorId).where("state", "!=", "approved");

/** Those of somebody's unpublished submissions that have these ids. */
export const listUnpublished = (db: Db, authorId: number, ids: readonly number[]) =>
  unpublished(db, authorId).where("id", "in", ids).execute();

/** Somebody's unpublished submissions, latest first. */
export function listHeld(db: Db, authorId: number, kind: HeldKind | undefined) {
  return unpublished(db, authorId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as HeldKind))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN_MAX)
    .execute();
}

/** Loads a held text. @throws BusinessError NOT_FOUND if there is none, or it is not by `authorId` (if given) */
export async function findHeld(db: Db, id: number, authorId?: number) {
  const row = found(await db.selectFrom("reviews").select(COLUMNS).where("id", "=", id).executeTakeFirst());
  return found(authorId === undefined || row.author_id === authorId ? row : null);
}

/** Row of a held text. */
export type ReviewRow = Awaited<ReturnType<typeof findHeld>>;
