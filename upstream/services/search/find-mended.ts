import type { Db } from "#upstream/db/dialect";
import type { BackEnd } from "./back-end";
import { type Found, findDocuments, narrowingOf, type Scope } from "./find";
import { mendQuery } from "./mend-query";
import { namedBy } from "./named";
import { parseQuery } from "./parse-query";
import { withSynonyms } from "./synonyms";

/** Documents that were found, and for which words where these are not those that were typed. */
export type FoundFor = { found: Found[]; shownFor: string | null };

/** Finds what was probably meant, and what was typed where that finds nothing, or where the reader wants that. */
export async function findMended(
  backEnd: BackEnd,
  db: Db,
  text: string,
  scope: Scope,
  asTyped = false,
): Promise<FoundFor> {
  const find = async (words: string) => {
    const query = await withSynonyms(db, parseQuery(words), words);
    const named = scope.whole ? await namedBy(db, words) : { tagged: [], authored: [] };
    return findDocuments(backEnd, db, query, named, scope);
  };
  const typed = parseQuery(text);
  if (asTyped || typed.terms.length === 0) return { found: await find(text), shownFor: null };
  const mended = await mendQuery(backEnd, db, text, narrowingOf(typed, scope));
  if (mended === null) return { found: await find(text), shownFor: null };
  const found = await find(mended);
  return found.length > 0 ? { found, shownFor: mended } : { found: await find(text), shownFor: null };
}
