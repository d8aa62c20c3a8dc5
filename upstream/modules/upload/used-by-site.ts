import type { Db } from "#upstream/db/dialect";
import { fileKeysIn } from "#upstream/services/storage/file-keys";
import { isSiteKey } from "#upstream/services/storage/object-key";
import { siteTexts } from "./file-references";

/**
 * Keys of a person's files that texts of the site show, e.g. an announcement's pictures. All these texts are read, so
 * not within a transaction, in which all other writers would wait; and only for people with such files.
 */
export async function usedBySite(db: Db, ownerId: number): Promise<ReadonlySet<string>> {
  const files = await db.selectFrom("objects").select("key").where("owner_id", "=", ownerId).execute();
  const own = new Set(files.map(({ key }) => key).filter((key) => !isSiteKey(key) && !key.startsWith("avatar/")));
  const shown = new Set<string>();
  if (own.size === 0) return shown;
  for await (const text of siteTexts(db)) for (const key of fileKeysIn(text)) if (own.has(key)) shown.add(key);
  return shown;
}
