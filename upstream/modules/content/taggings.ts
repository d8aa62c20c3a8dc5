import { type Kysely, sql } from "kysely";
import type { ListKey } from "../../db/list-position";
import type { Database } from "../../db/schema";
import type { TaggingsTable } from "../../db/schema/taggings";

type Tagged = { kind: TaggingsTable["kind"]; key: ListKey; tags: readonly string[] };

/** Tags as they are stored: trimmed, none empty, none twice. */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.normalize("NFC").trim()).filter(Boolean)),
];

/** The numbered lists that the tags make: `question/tag/产品`. */
export const tagLists = ({ kind, tags }: Tagged): string[] => tags.map((tag) => `${kind}/tag/${tag}`);

/** Writes the tags of a new (or restored) thing and counts them; its lists are the caller's. */
export async function addTaggings(trx: Kysely<Database>, { kind, key, tags }: Tagged): Promise<void> {
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

/** Takes the tags off a thing; gives those that it had. */
export async function removeTaggings(
  trx: Kysely<Database>,
  kind: TaggingsTable["kind"],
  itemId: number,
): Promise<string[]> {
  const removed = await trx
    .deleteFrom("taggings")
    .where("kind", "=", kind)
    .where("item_id", "=", itemId)
    .returning("tag")
    .execute();
  const tags = removed.map((row) => row.tag).sort();
  if (tags.length) await trx.updateTable("tags").set({ total: sql`total - 1` }).where("name", "in", tags).execute();
  return tags;
}
