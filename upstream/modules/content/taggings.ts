import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { addToLists, type ListKey, removeFromLists, type Window } from "#upstream/db/list-position";
import type { TaggingsTable } from "#upstream/db/schema/taggings";
import { fromKey } from "#upstream/db/window";

type Tagged = { kind: TaggingsTable["kind"]; key: ListKey; tags: readonly string[] };

/** Tags as they are stored: trimmed, none empty, none twice. */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize("NFC").trim()).filter(Boolean)),
];

/** The numbered lists that the tags make: `question/tag/产品`. */
export const tagLists = ({ kind, tags }: Tagged): string[] => tags.map((tag) => `${kind}/tag/${tag}`);

/** Writes the tags of a new (or restored) thing and counts them; its lists are the caller's. */
export async function addTaggings(trx: Db, { kind, key, tags }: Tagged): Promise<void> {
  if (tags.length === 0) return;
  await trx
    .insertInto("tags")
    .values([...tags].sort().map((name) => ({ name, total: 1 })))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ total: sql`tags.total + 1` }))
    .execute();
  await trx
    .insertInto("taggings")
    .values(tags.map((tag) => ({ tag, kind, item_id: key.id, created_at: key.createdAt })))
    .execute();
}

/** Takes the tags off a thing, or only some of them; gives those that it had. */
export async function removeTaggings(
  trx: Db,
  kind: TaggingsTable["kind"],
  itemId: number,
  only?: readonly string[],
): Promise<string[]> {
  let taggings = trx.deleteFrom("taggings").where("kind", "=", kind).where("item_id", "=", itemId);
  if (only) taggings = taggings.where("tag", "in", only);
  const removed = await taggings.returning("tag").execute();
  const tags = removed.map((row) => row.tag).sort();
  if (tags.length) await trx.updateTable("tags").set({ total: sql`total - 1` }).where("name", "in", tags).execute();
  return tags;
}

/** Gives a thing other tags than it had (`before`): what carries them, how often they are used, their lists. */
export async function changeTaggings(trx: Db, now: Tagged, before: readonly string[]): Promise<void> {
  const removed = before.filter((tag) => !now.tags.includes(tag));
  const added = { ...now, tags: now.tags.filter((tag) => !before.includes(tag)) };
  if (removed.length) await removeTaggings(trx, now.kind, now.key.id, removed);
  await addTaggings(trx, added);
  await removeFromLists(trx, tagLists({ ...now, tags: removed }), now.key);
  await addToLists(trx, tagLists(added), now.key);
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
