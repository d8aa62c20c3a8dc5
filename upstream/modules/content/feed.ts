import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { FeedEntriesTable } from "#upstream/db/schema/feed-entries";
import { bump } from "#upstream/db/versions";
import { movedKeys } from "./hot-order";

type Kind = FeedEntriesTable["kind"];

/** Adds new things to the home feed; their list position (`feed`) is up to the caller. */
export async function addToFeed(
  trx: Db,
  entries: readonly { kind: Kind; id: number; createdAt: string; hot: number }[],
): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .insertInto("feed_entries")
    .values(entries.map(({ kind, id, createdAt, hot }) => ({ kind, item_id: id, created_at: createdAt, hot })))
    .execute();
}

/** Sets the 热门 rank of an entry of the home feed. */
export async function rankInFeed(trx: Db, kind: Kind, id: number, hot: number): Promise<void> {
  await setHot(trx, { kind, id, hot });
}

const setHot = compiledQuery((db, { kind, id, hot }: { kind: Kind; id: number; hot: number }) =>
  db.updateTable("feed_entries").set({ hot }).where("kind", "=", kind).where("item_id", "=", id),
);

/**
 * Changes the 热门 rank of a home feed entry and bumps the version keys of the ranges in which it passed other entries.
 */
export async function moveInFeed(trx: Db, move: { kind: Kind; id: number; from: number; to: number }): Promise<void> {
  await rankInFeed(trx, move.kind, move.id, move.to);
  await bump(trx, await movedKeys(trx, move));
}

/** Removes a text from the home feed. */
export async function removeFromFeed(trx: Db, kind: Kind, id: number): Promise<void> {
  await trx.deleteFrom("feed_entries").where("kind", "=", kind).where("item_id", "=", id).execute();
}
