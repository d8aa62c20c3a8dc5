import type { RemovableContent } from "#app/contract/admin/content/content";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/** A deleted item, and when it was deleted. */
export type DeletedThing = RemovableContent & { deletedAt: string };

/**
 * Deletions of ancestors with which an item was deleted, nearest first. Empty if it exists, or was deleted by itself.
 */
export async function deletionsAbove(
  trx: Db,
  place: RemovableContent,
  deletedAt: string | null,
): Promise<DeletedThing[]> {
  const deletions: DeletedThing[] = [];
  let since = deletedAt;
  for (let at: RemovableContent | null = place; at !== null && since !== null; ) {
    const above: RemovableContent | null = await placeAbove(trx, at);
    const gone = above && (await deletedAtOf(trx, above));
    // Deleted by itself, or below an existing parent, or below a deletion that is already in the list.
    if (above === null || gone === null) break;
    if (deletions.length === 0 && gone !== since) break;
    // An item deleted together with its parent is not a separate deletion.
    if (deletions.at(-1)?.deletedAt === gone) deletions.pop();
    deletions.push({ ...above, deletedAt: gone });
    since = gone;
    at = above;
  }
  return deletions;
}

/** Deletions of ancestors of an item that was deleted by itself, nearest first. Empty if its parent exists. */
export async function deletionsOver(trx: Db, place: RemovableContent): Promise<DeletedThing[]> {
  const above = await placeAbove(trx, place);
  return deletionsAbove(trx, place, above && (await deletedAtOf(trx, above)));
}

async function deletedAtOf(trx: Db, { kind, id }: RemovableContent): Promise<string | null> {
  const row = await trx.selectFrom(STORED[kind].table).select("deleted_at").where("id", "=", id).executeTakeFirst();
  return row?.deleted_at ?? null;
}

/** Parent of an item; null if it has none. */
async function placeAbove(trx: Db, { kind, id }: RemovableContent): Promise<RemovableContent | null> {
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
