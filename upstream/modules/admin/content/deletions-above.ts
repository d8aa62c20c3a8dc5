import type { Place } from "#app/contract/admin/content";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/** A thing that is deleted, since when. */
export type DeletedThing = Place & { deletedAt: string };

/**
 * Deletions by which a thing is gone together with what it stands under: of each the thing that was deleted, the
 * nearest first. None where the thing is there, or was deleted by itself.
 */
export async function deletionsAbove(trx: Db, place: Place, deletedAt: string | null): Promise<DeletedThing[]> {
  const deletions: DeletedThing[] = [];
  let since = deletedAt;
  for (let at: Place | null = place; at !== null && since !== null; ) {
    const above: Place | null = await placeAbove(trx, at);
    const gone = above && (await deletedAtOf(trx, above));
    // By itself, and under what is there: whoever asked for it stands below a deletion that was noted already.
    if (above === null || gone === null) break;
    if (deletions.length === 0 && gone !== since) break;
    // What went with the one above it is no deletion of its own.
    if (deletions.at(-1)?.deletedAt === gone) deletions.pop();
    deletions.push({ ...above, deletedAt: gone });
    since = gone;
    at = above;
  }
  return deletions;
}

async function deletedAtOf(trx: Db, { kind, id }: Place): Promise<string | null> {
  const row = await trx.selectFrom(STORED[kind].table).select("deleted_at").where("id", "=", id).executeTakeFirst();
  return row?.deleted_at ?? null;
}

/** The thing that another stands under; null where it stands by itself. */
async function placeAbove(trx: Db, { kind, id }: Place): Promise<Place | null> {
  if (kind === "comment") {
    const row = await trx
      .selectFrom("comments")
      .select(["target_kind as kind", "target_id as id"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row ?? null;
  }
  if (kind !== "answer") return null;
  const row = await trx.selectFrom("answers").select("question_id").where("id", "=", id).executeTakeFirst();
  return row ? { kind: "question", id: row.question_id } : null;
}
