import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { ListKey, Window } from "#upstream/db/list-position";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { TaggingsTable } from "#upstream/db/schema/taggings";
import { Outdated } from "#upstream/db/transact";
import { fromKey } from "#upstream/db/window";
import { nameKey } from "#upstream/text/name-key";

type Tagged = { kind: TaggingsTable["kind"]; key: ListKey; tags: readonly string[] };

/** Tags as they are stored: trimmed, none empty, none twice. */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize("NFC").trim()).filter(Boolean)),
];

/**
 * Tags as they are written today: what stands for another tag is that tag, what is hidden is left out. A spelling that
 * texts carry is a tag of its own, though it looks like a name that stands for another.
 */
export async function currentTags(db: Db, tags: readonly string[]): Promise<readonly string[]> {
  if (tags.length === 0) return tags;
  const rows = await db
    .selectFrom("tags as t")
    .leftJoin("tags as meant", "meant.name", "t.alias_of")
    .select(["t.name", "t.total", "t.hidden_at", "t.alias_of", "t.ruled_key", "meant.hidden_at as meant_hidden"])
    .where((eb) => eb.or([eb("t.name", "in", tags), eb("t.ruled_key", "in", tags.map(nameKey))]))
    .orderBy("t.name")
    .execute();
  if (rows.length === 0) return tags;
  const byName = new Map(rows.map((row) => [row.name, row]));
  const current = tags.flatMap((tag) => {
    const own = byName.get(tag);
    const inUse = own !== undefined && own.alias_of === null && own.hidden_at === null && own.total > 0;
    const ruled = own?.alias_of || own?.hidden_at || inUse ? own : rows.find((row) => row.ruled_key === nameKey(tag));
    if (!ruled) return [tag];
    if (ruled.hidden_at !== null || ruled.meant_hidden !== null) return [];
    return [ruled.alias_of ?? tag];
  });
  return [...new Set(current)];
}

/** `currentTags` of a column with tags. */
export async function currentTagsJson(db: Db, json: string): Promise<string> {
  const tags = fromJson<string[]>(json);
  const current = await currentTags(db, tags);
  return current === tags ? json : toJson(current);
}

/** The numbered lists that the tags make: `question/tag/产品`. */
export const tagLists = ({ kind, tags }: Pick<Tagged, "kind" | "tags">): string[] =>
  tags.map((tag) => `${kind}/tag/${tag}`);

/**
 * Gives a thing other tags than it has: what carries them, and how often they are used; its lists are the caller's.
 * Tags are locked in the order of their names, whatever happens to them, so that two transactions never wait for each
 * other.
 * @throws Outdated when one of those that are new was merged or hidden meanwhile
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
  const counted = await trx
    .insertInto("tags")
    .values(counts.sort((a, b) => (a.name < b.name ? -1 : 1)))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ total: sql`tags.total + excluded.total` }))
    .returning(["name", "hidden_at", "alias_of"])
    .execute();
  const gone = counted.find((row) => (row.hidden_at ?? row.alias_of) !== null && added.includes(row.name));
  if (gone) throw new Outdated(`the tag ${gone.name} is no more`);
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
