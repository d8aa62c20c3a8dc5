import type { Db } from "#upstream/db/dialect";
import { isSiteKey } from "#upstream/services/storage/object-key";
import { keysIn } from "#upstream/services/storage/shown-keys";
import { siteTexts } from "./shown-texts";

/**
 * Keys of a person's files that texts of the site show, e.g. an announcement's pictures. All these texts are read, so
 * not within a transaction, in which all other writers would wait; and only for people with such files.
 */
export async function shownBySite(db: Db, ownerId: number): Promise<ReadonlySet<string>> {
  const files = await db.selectFrom("objects").select("key").where("owner_id", "=", ownerId).execute();
  const own = new Set(files.map(({ key }) => key).filter((key) => !isSiteKey(key) && !key.startsWith("avatar/")));
  const shown = new Set<string>();
  if (own.size === 0) return shown;
  for await (const text of siteTexts(db)) for (const key of keysIn(text)) if (own.has(key)) shown.add(key);
  return shown;
}
