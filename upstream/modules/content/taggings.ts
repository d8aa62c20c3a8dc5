import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { ListKey, Window } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { TaggingsTable } from "#upstream/db/schema/taggings";
import type { TagsTable } from "#upstream/db/schema/tags";
import { Outdated } from "#upstream/db/transact";
import { nameKey } from "#upstream/text/name-key";

type Tagged = { kind: TaggingsTable["kind"]; key: ListKey; tags: readonly string[] };
/** A thing with its tags before and after. */
export type Retagging = Omit<Tagged, "tags"> & { before: readonly string[]; now: readonly string[] };

/** Normalizes tags for storage: trimmed, without empty ones and duplicates. */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize("NFC").trim()).filter(Boolean)),
];

/**
 * Maps tags to their current form: synonyms to their tag, others to the spelling that texts already carry; hidden ones
 * are dropped. Such a spelling is a tag of its own, even if it looks like a synonym.
 * @param before tags that the text carries until now, of which it may change the spelling if no other text carries it
 */
export async function currentTags(
  db: Db,
  tags: readonly string[],
  before: readonly string[] = [],
): Promise<readonly string[]> {
  return (await currentlyFor(db, tags, before))(tags);
}

/** Looks some tags up and returns the function that maps a thing's tags to `currentTags`. */
export async function currentlyFor(
  db: Db,
  tags: readonly string[],
  before: readonly string[] = [],
): Promise<(tags: readonly string[]) => readonly string[]> {
  const asTheyAre = (own: readonly string[]) => own;
  if (tags.length === 0) return asTheyAre;
  const rows = await db
    .selectFrom("tags as t")
    .leftJoin("tags as meant", "meant.name", "t.alias_of")
    .select(["t.name", "t.total", "t.hidden_at", "t.alias_of", "t.ruled_key", "meant.hidden_at as meant_hidden"])
    .where((eb) =>
      eb.or([
        eb("t.name", "in", tags),
        eb("t.ruled_key", "in", tags.map(nameKey)),
        eb(lowerName, "in", tags.map(lower)),
      ]),
    )
    .orderBy("t.name")
    .execute();
  if (rows.length === 0) return asTheyAre;
  const byName = new Map(rows.map((row) => [row.name, row]));
  const ruledBy = rows.filter((row) => row.ruled_key !== null);
  const left = before.filter((tag) => !tags.includes(tag));
  const carried = rows
    .filter((row) => isInUse(row) && !(row.total === 1 && left.includes(row.name)))
    .sort((a, b) => b.total - a.total);
  const current = (tag: string): string[] => {
    const own = byName.get(tag);
    const key = nameKey(tag);
    const isOwn = own && (own.alias_of || own.hidden_at || isInUse(own));
    const ruled = isOwn ? own : ruledBy.find((row) => row.ruled_key === key);
    if (!ruled) return [carried.find(({ name }) => lower(name) === lower(tag))?.name ?? tag];
    if (ruled.hidden_at !== null || ruled.meant_hidden !== null) return [];
    return [ruled.alias_of ?? tag];
  };
  return (own) => [...new Set(own.flatMap(current))];
}

/** A name as SQLite and PostgreSQL compare it by the index of that: SQLite knows the case of ASCII letters only. */
const lower = (name: string): string => name.toLowerCase();
const lowerName = sql<string>`lower(t.name)`;

const isInUse = (tag: Pick<Selectable<TagsTable>, "alias_of" | "hidden_at" | "total">): boolean =>
  tag.alias_of === null && tag.hidden_at === null && tag.total > 0;

/**
 * SQL condition: no text carries a tag any more, though it was neither merged nor hidden. Whoever follows it follows its
 * other spellings.
 */
export const isDisused = (tag: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${tag}.total`)} = 0 and ${sql.ref(`${tag}.alias_of`)} is null
    and ${sql.ref(`${tag}.hidden_at`)} is null)`;

/** `currentTags` for columns with tags as JSON. */
export async function currentTagsJson(db: Db, json: string, before: string): Promise<string> {
  const tags = fromJson<string[]>(json);
  const current = await currentTags(db, tags, fromJson<string[]>(before));
  return current === tags ? json : toJson(current);
}

/** Lists of the tags: `question/tag/产品`. */
export const tagLists = ({ kind, tags }: Pick<Tagged, "kind" | "tags">): string[] =>
  tags.map((tag) => `${kind}/tag/${tag}`);

/**
 * Changes the tags of things and the tags' usage counts; their lists are up to the caller. Tags are always locked in
 * the order of their names, so that two transactions never deadlock.
 * @throws Outdated if one of the new tags was merged or hidden meanwhile
 */
export async function changeTaggings(trx: Db, things: readonly Retagging[]): Promise<void> {
  const totals = new Map<string, number>();
  const count = (name: string, by: number) => totals.set(name, (totals.get(name) ?? 0) + by);
  const removed: { kind: Tagged["kind"]; id: number; tags: string[] }[] = [];
  const added: TaggingsTable[] = [];
  for (const { kind, key, before, now } of things) {
    const gone = before.filter((tag) => !now.includes(tag));
    for (const tag of gone) count(tag, -1);
    if (gone.length) removed.push({ kind, id: key.id, tags: gone });
    for (const tag of now.filter((one) => !before.includes(one))) {
      count(tag, 1);
      added.push({ tag, kind, item_id: key.id, created_at: key.createdAt });
    }
  }
  if (totals.size === 0) return;
  const counted = await trx
    .insertInto("tags")
    .values([...totals].map(([name, total]) => ({ name, total })).sort((a, b) => (a.name < b.name ? -1 : 1)))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ total: sql`tags.total + excluded.total` }))
    .returning(["name", "hidden_at", "alias_of"])
    .execute();
  const fresh = new Set(added.map(({ tag }) => tag));
  const gone = counted.find((row) => (row.hidden_at ?? row.alias_of) !== null && fresh.has(row.name));
  if (gone) throw new Outdated(`the tag ${gone.name} is no more`);
  for (const { kind, id, tags } of removed) {
    await trx
      .deleteFrom("taggings")
      .where("kind", "=", kind)
      .where("item_id", "=", id)
      .where("tag", "in", tags)
      .execute();
  }
  if (added.length) await trx.insertInto("taggings").values(added).execute();
}

/** Ids of one kind's texts with a tag, newest first, within a window of the tag's list. */
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
