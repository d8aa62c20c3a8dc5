import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { groupOf } from "#upstream/services/search/synonyms";

/** A group of synonyms, with its row. */
export type Group = { id: number; words: string; createdAt: string };

/** Groups maintained by staff, in the order in which they were added. */
export async function storedGroups(db: Db): Promise<Group[]> {
  const rows = await db.selectFrom("search_synonyms").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(({ id, words, created_at }) => ({ id, words, createdAt: created_at }));
}

/** Formats groups as text: one group per line. */
export const textOf = (groups: readonly Group[]): string => groups.map(({ words }) => words).join("\n");

/** Key that ignores order and spelling variants. */
const keyOf = (words: string): string => groupOf(words).sort().join();

/** Replaces all groups; those with a row keep it. @returns the added and removed rows */
export async function keepGroups(
  trx: Db,
  wanted: readonly { words: string; id?: number; createdAt?: string }[],
  at: string,
): Promise<{ added: Group[]; removed: Group[] }> {
  const stored = await storedGroups(trx);
  const keys = new Set(wanted.map(({ words }) => keyOf(words)));
  const known = new Set(stored.map(({ words }) => keyOf(words)));
  const removed = stored.filter(({ words }) => !keys.has(keyOf(words)));
  for (const { id } of removed) await trx.deleteFrom("search_synonyms").where("id", "=", id).execute();
  const added: Group[] = [];
  for (const { words, id, createdAt = at } of wanted) {
    if (known.has(keyOf(words))) continue;
    known.add(keyOf(words));
    const row = await trx
      .insertInto("search_synonyms")
      .values({ words, created_at: createdAt, ...(id === undefined ? {} : { id }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const each = groupOf(words).map((word) => ({ synonym_id: row.id, word }));
    await trx.insertInto("search_synonym_words").values(each).execute();
    added.push({ id: row.id, words, createdAt });
  }
  if (added.length + removed.length > 0) await bump(trx, ["search"]);
  return { added, removed };
}
