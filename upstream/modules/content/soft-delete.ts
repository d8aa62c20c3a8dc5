import { sql } from "kysely";
import type { Kind } from "#app/contract/kinds";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { delist, enlist } from "./enlist";
import { keptCounts, markDeleted, withWords } from "./mark-deleted";

/** Kinds whose rows no other thing counts; an answer counts on its question, a comment on what it belongs to. */
type Standing = Exclude<Kind, "answer" | "comment">;

/**
 * Soft-deletes a thing with the answers and comments below it; all get the same `deleted_at`, so that they can be
 * restored together. Deleting what is deleted changes nothing.
 * @returns whether it was not deleted yet
 * @throws BusinessError NOT_FOUND if there is no such thing
 */
export async function softDelete(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  kind: Standing,
  id: number,
): Promise<boolean> {
  const things = await markDeleted(trx, kind, sql`id = ${id}`, { deleted: true, at: nowIso(services) });
  if (things.length === 0) {
    found(await trx.selectFrom(STORED[kind].table).select("id").where("id", "=", id).executeTakeFirst());
    return false;
  }
  await delist(trx, services, things, await keptCounts(trx, things, -1));
  return true;
}

/** Restores a thing that was deleted at `deletedAt`, with the answers and comments deleted along with it. */
export async function restore(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  { kind, id, deletedAt }: { kind: Standing; id: number; deletedAt: string },
): Promise<void> {
  const things = await markDeleted(trx, kind, sql`id = ${id}`, { deleted: false, at: deletedAt });
  await enlist(trx, services, withWords(services, things), await keptCounts(trx, things, 1));
}
