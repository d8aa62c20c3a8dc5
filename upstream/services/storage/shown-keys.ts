import type { Db } from "#upstream/db/dialect";

/** Files that members send and texts show, by the key that they have for ever; see `newObjectKey`. */
const SHOWN = /(?:avatar|cover|content|form)\/(?:\d{6}|import)\/[0-9a-f]{32}\.[a-z0-9]+/g;
const ESCAPED = /%[2-7][0-9a-f]/gi;

/** The keys of files that a text names, in whatever it is written: Markdown, HTML, JSON. */
export function keysIn(text: string): string[] {
  return text.replace(ESCAPED, decodeURIComponent).match(SHOWN) ?? [];
}

/** Whether a key is of a file that texts may show. */
export const isShownKey = (key: string): boolean => keysIn(key).includes(key);

/**
 * Says that what is being written shows these files: from now on they are no longer unused. Called before it is written,
 * so that a sweep that began earlier leaves them; see `removeUnused`.
 */
export async function keepShown(db: Db, texts: readonly string[]): Promise<void> {
  const keys = [...new Set(texts.flatMap(keysIn))];
  if (keys.length === 0) return;
  await db
    .updateTable("objects")
    .set({ unused_since: null })
    .where("key", "in", keys)
    .where("unused_since", "is not", null)
    .execute();
}
