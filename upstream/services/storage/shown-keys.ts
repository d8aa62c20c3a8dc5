import type { Db } from "#upstream/db/dialect";

/** Permanent keys of files that members upload and texts show; see `newObjectKey`. */
const SHOWN = /(?:avatar|cover|content|form)\/(?:\d{6}|import)\/[0-9a-f]{32}\.[a-z0-9]+/g;
const ESCAPED = /%[2-7][0-9a-f]/gi;

/** Finds the keys of files in a text of any format: Markdown, HTML, JSON. */
export function keysIn(text: string): string[] {
  return text.replace(ESCAPED, decodeURIComponent).match(SHOWN) ?? [];
}

/** Whether a key belongs to a file that texts may show. */
export const isShownKey = (key: string): boolean => keysIn(key).includes(key);

/**
 * Marks these files as used before a text that shows them is written, so that a concurrent sweep keeps them; see
 * `removeUnused`.
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

/** Kinds of files that texts show and that are no person's picture, and no answer to a form. */
const GIVEN = /^(?:content|cover)\//;

/** Giver, receiver, and the texts that show the pictures given. */
type Gift = { from: number; to: number; texts: readonly string[] };

/**
 * Makes a text's author the owner of pictures that somebody else added to it, so that the text keeps them when that
 * person closes their account. File names, which are the giver's words, are forgotten.
 */
export async function giveShown(trx: Db, { from, to, texts }: Gift): Promise<void> {
  const keys = [...new Set(texts.flatMap(keysIn))].filter((key) => GIVEN.test(key));
  if (keys.length === 0 || from === to) return;
  await trx
    .updateTable("objects")
    .set({ owner_id: to, file_name: "" })
    .where("key", "in", keys)
    .where("owner_id", "=", from)
    .execute();
}
