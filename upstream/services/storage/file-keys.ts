import type { Db } from "#upstream/db/dialect";

/** Permanent keys of files that members upload and texts show; see `newObjectKey`. */
const FILE_KEY = /(?:avatar|cover|content|form)\/(?:\d{6}|import)\/[0-9a-f]{32}\.[a-z0-9]+/g;
const ESCAPED = /%[2-7][0-9a-f]/gi;

/** Finds the keys of files in a text of any format: Markdown, HTML, JSON. */
export function fileKeysIn(text: string): string[] {
  return text.replace(ESCAPED, decodeURIComponent).match(FILE_KEY) ?? [];
}

/** Whether a key belongs to a file that texts may show. */
export const isFileKey = (key: string): boolean => fileKeysIn(key).includes(key);

/**
 * Marks these files as used before a text that shows them is written, so that a concurrent sweep keeps them; see
 * `removeUnused`.
 */
export async function markUsed(db: Db, texts: readonly string[]): Promise<void> {
  const keys = [...new Set(texts.flatMap(fileKeysIn))];
  if (keys.length === 0) return;
  await db
    .updateTable("objects")
    .set({ unused_since: null })
    .where("key", "in", keys)
    .where("unused_since", "is not", null)
    .execute();
}
