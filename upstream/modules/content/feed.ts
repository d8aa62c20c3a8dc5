import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { FeedEntriesTable } from "#upstream/db/schema/feed-entries";
import { bump } from "#upstream/db/versions";
import { movedKeys } from "./hot-order";

type Kind = FeedEntriesTable["kind"];

/** Puts new things into the home feed; their list position (`feed`) is the caller's. */
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

/** Sets the 热门 of an entry of the home feed. */
export async function rankInFeed(trx: Db, kind: Kind, id: number, hot: number): Promise<void> {
  await setHot(trx, { kind, id, hot });
}

const setHot = compiledQuery((db, { kind, id, hot }: { kind: Kind; id: number; hot: number }) =>
  db.updateTable("feed_entries").set({ hot }).where("kind", "=", kind).where("item_id", "=", id),
);

/** Moves an entry of the home feed to another 热门; where it passes others, what shows them in that order is renewed. */
export async function moveInFeed(trx: Db, move: { kind: Kind; id: number; from: number; to: number }): Promise<void> {
  await rankInFeed(trx, move.kind, move.id, move.to);
  await bump(trx, await movedKeys(trx, move));
}

/** Takes a text out of the home feed. */
export async function removeFromFeed(trx: Db, kind: Kind, id: number): Promise<void> {
  await trx.deleteFrom("feed_entries").where("kind", "=", kind).where("item_id", "=", id).execute();
}
