import type { Db } from "#upstream/db/dialect";
import { BadFile } from "./bad-file";
import type { Entry } from "./exports/entry";

/** Result of an entry: the text or comment here. */
export type Thing = { kind: Entry["kind"]; id: number };

/** Imported texts and comments of a site, by their keys in its exports. */
export function importedThings(site: string) {
  const nameOf = (key: string): string => `${site}/${key}`.normalize("NFC");
  /** Entries not visible to others yet: of the current transaction, or of a dry run. */
  const fresh = new Map<string, Thing>();

  async function look(db: Db, key: string): Promise<Thing | null> {
    const known = fresh.get(key);
    if (known) return known;
    const row = await db
      .selectFrom("imports")
      .select(["kind", "item_id"])
      .where("source", "=", nameOf(key))
      .executeTakeFirst();
    return row ? { kind: row.kind as Entry["kind"], id: row.item_id } : null;
  }

  return {
    nameOf,
    look,
    /** Forgets the last transaction's results: they are committed, or rolled back. */
    begin: () => fresh.clear(),
    add(key: string, thing: Thing): void {
      fresh.set(key, thing);
    },
    /** Finds an imported entry by key. @throws BadFile if it was not imported */
    async find(db: Db, key: string): Promise<Thing> {
      const thing = await look(db, key);
      if (!thing) throw new BadFile("它所在的文章或问题没有导入");
      return thing;
    },
    /** Hashes of the imported ones among these entries, by key. */
    async hashes(db: Db, entries: readonly Entry[]): Promise<Map<string, string>> {
      if (entries.length === 0) return new Map();
      const keys = new Map(entries.map(({ key }) => [nameOf(key), key]));
      const rows = await db
        .selectFrom("imports")
        .select(["source", "hash"])
        .where("source", "in", [...keys.keys()])
        .execute();
      return new Map(rows.map(({ source, hash }) => [keys.get(source) ?? "", hash]));
    },
  };
}
