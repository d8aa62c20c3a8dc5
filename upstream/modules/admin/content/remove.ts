import type { RemovableContent } from "#app/contract/admin/content/content";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { acceptAgain } from "#upstream/modules/answer/accept-again";
import { restoreAnswer } from "#upstream/modules/answer/restore";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { restoreComment, softDeleteComment } from "#upstream/modules/comment/write";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { type DeletedThing, deletionsAbove } from "./deletions-above";

/** Parts of an item's state that a removal changes, for the log. */
export type RemovalState = {
  deletedAt: string | null;
  removedAt: string | null;
  removedBy: number | null;
  reason: string;
};

/** Reads that state. @throws BusinessError NOT_FOUND if there is no such item */
export async function removalStateOf(trx: Db, { kind, id }: RemovableContent): Promise<RemovalState> {
  const query = trx.selectFrom(STORED[kind].table).where("id", "=", id);
  const columns = ["deleted_at", "removed_at", "removed_by", "removed_reason"] as const;
  const row = found(await query.select(columns).executeTakeFirst());
  return {
    deletedAt: row.deleted_at,
    removedAt: row.removed_at,
    removedBy: row.removed_by,
    reason: row.removed_reason,
  };
}

/**
 * Removes an item with everything below it from lists, search and counters, like a deletion by its author. An item that
 * its author had deleted stays deleted, and the author can no longer restore it, neither alone nor with its parent.
 * @throws BusinessError NOT_FOUND; CONFLICT if it was removed already
 */
export async function removeThing(
  trx: Db,
  services: Pick<Services, "clock" | "search" | "markdown">,
  place: RemovableContent,
  { by, reason }: { by: number | null; reason: string },
): Promise<void> {
  const at = nowIso(services);
  const { deletedAt: since, removedAt } = await removalStateOf(trx, place);
  if (removedAt !== null) throw new BusinessError("CONFLICT", "已经移除过了");
  // As if it had been removed before its parent was deleted, so that it is not restored with it.
  await underDeletions(trx, services, await deletionsAbove(trx, place, since), async () => {
    await takeOff(trx, services, place, at);
    const removed = await trx
      .updateTable(STORED[place.kind].table)
      .set({ removed_at: at, removed_by: by, removed_reason: reason })
      .where("id", "=", place.id)
      .where("removed_at", "is", null)
      .returning("deleted_at")
      .executeTakeFirst();
    // A concurrent request was faster.
    if (!removed) throw new BusinessError("CONFLICT", "已经移除过了");
    // Its author restored it meanwhile.
    if (removed.deleted_at === null) await takeOff(trx, services, place, at);
  });
}

/** Changes something below deleted items as if before their deletions, which are undone and made again. */
export async function underDeletions(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  above: readonly DeletedThing[],
  change: () => Promise<void>,
): Promise<void> {
  for (const { deletedAt, ...gone } of above.toReversed()) await bringBack(trx, services, gone, deletedAt);
  await change();
  for (const { deletedAt, ...gone } of above) await takeOff(trx, services, gone, deletedAt);
}

/**
 * Restores an item removed by staff; one that its author had deleted before stays deleted. An answer that was accepted
 * is accepted again, unless the asker has accepted another since.
 * @throws BusinessError NOT_FOUND if there is no such item; CONFLICT if it is not removed, or its parent does not exist
 */
export async function putThingBack(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  place: RemovableContent,
): Promise<void> {
  const { kind, id } = place;
  const { deletedAt, removedAt } = await removalStateOf(trx, place);
  if (removedAt === null) throw new BusinessError("CONFLICT", "没有被移除，或已经恢复了");
  const there = await trx
    .updateTable(STORED[kind].table)
    .set({ removed_at: null, removed_by: null, removed_reason: "" })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  // Unless it was purged meanwhile.
  found(there);
  if (deletedAt !== removedAt) return;
  const accepted = kind === "answer" ? await acceptedOf(trx, id) : null;
  try {
    await bringBack(trx, services, place, deletedAt);
  } catch (error) {
    const isUnderGone = error instanceof BusinessError && error.code === "NOT_FOUND";
    throw isUnderGone ? new BusinessError("CONFLICT", "它所在的内容不在站上，请先恢复那一份") : error;
  }
  if (accepted !== null) await acceptAgain(trx, { id, questionId: accepted });
}

/** The question whose accepted answer it was when it was removed; null for none. */
async function acceptedOf(trx: Db, id: number): Promise<number | null> {
  const query = trx.selectFrom("answers").select("question_id").where("id", "=", id).where("accepted", "=", 1);
  return (await query.executeTakeFirst())?.question_id ?? null;
}

async function takeOff(
  trx: Db,
  services: Pick<Services, "search">,
  { kind, id }: RemovableContent,
  at: string,
): Promise<void> {
  const then = { search: services.search, clock: () => new Date(at) };
  if (kind === "answer") await softDeleteAnswer(trx, then, id);
  else if (kind === "comment") await softDeleteComment(trx, then, id);
  else await softDelete(trx, then, kind, id);
}

async function bringBack(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  { kind, id }: RemovableContent,
  deletedAt: string,
): Promise<void> {
  if (kind === "answer") await restoreAnswer(trx, services, id, deletedAt);
  else if (kind === "comment") await restoreComment(trx, services, id, deletedAt);
  else await restore(trx, services, { kind, id, deletedAt });
}
