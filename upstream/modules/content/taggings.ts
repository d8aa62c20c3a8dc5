import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { ListKey, Window } from "#upstream/db/list-position";
import type { TaggingsTable } from "#upstream/db/schema/taggings";
import { fromKey } from "#upstream/db/window";

type Tagged = { kind: TaggingsTable["kind"]; key: ListKey; tags: readonly string[] };

/** Tags as they are stored: trimmed, none empty, none twice. */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize("NFC").trim()).filter(Boolean)),
];

/** The numbered lists that the tags make: `question/tag/产品`. */
export const tagLists = ({ kind, tags }: Pick<Tagged, "kind" | "tags">): string[] =>
  tags.map((tag) => `${kind}/tag/${tag}`);

/**
 * Gives a thing other tags than it has: what carries them, and how often they are used; its lists are the caller's.
 * Tags are locked in the order of their names, whatever happens to them, so that two transactions never wait for each
 * other.
 */
export async function changeTaggings(
  trx: Db,
  { kind, key, tags: before }: Tagged,
  now: readonly string[],
): Promise<void> {
  const removed = before.filter((tag) => !now.includes(tag));
  const added = now.filter((tag) => !before.includes(tag));
  const counts = [...removed.map((name) => ({ name, total: -1 })), ...added.map((name) => ({ name, total: 1 }))];
  if (counts.length === 0) return;
  await trx
    .insertInto("tags")
    .values(counts.sort((a, b) => (a.name < b.name ? -1 : 1)))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ total: sql`tags.total + excluded.total` }))
    .execute();
  if (removed.length) {
    await trx
      .deleteFrom("taggings")
      .where("kind", "=", kind)
      .where("item_id", "=", key.id)
      .where("tag", "in", removed)
      .execute();
  }
  if (added.length === 0) return;
  await trx
    .insertInto("taggings")
    .values(added.map((tag) => ({ tag, kind, item_id: key.id, created_at: key.createdAt })))
    .execute();
}

/** Ids of one kind's texts that carry a tag, newest first, within a window of the tag's list. */
export async function taggedIds(
  db: Db,
  { kind, tag }: { kind: TaggingsTable["kind"]; tag: string },
  { from, limit, offset }: Window,
): Promise<number[]> {
  if (limit === 0) return [];
  const rows = await db
    .selectFrom("taggings as t")
    .select("t.item_id")
    .where("t.kind", "=", kind)
    .where("t.tag", "=", tag)
    .where(fromKey("t", from, "item_id"))
    .orderBy("t.created_at", "desc")
    .orderBy("t.item_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.item_id);
}
