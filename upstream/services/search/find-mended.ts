import type { Db } from "#upstream/db/dialect";
import type { BackEnd } from "./back-end";
import { type Found, findDocuments, narrowingOf, type Scope } from "./find";
import { type LookedUp, lookUp } from "./look-up";
import { inSimplified, mendQuery, wordsToMend } from "./mend-query";
import { parseQuery } from "./parse-query";
import { namesIn, withSynonyms } from "./synonyms";

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
  const typed = parseQuery(text);
  if (typed.terms.length === 0 || scope.kinds.length === 0) return { found: [], shownFor: null };
  const lookedUp = (words: string, toMend: readonly string[] = []) =>
    lookUp(db, { name: scope.whole ? words : null, words: toMend, names: namesIn(words) });
  const find = (words: string, known: LookedUp) =>
    findDocuments(
      backEnd,
      db,
      withSynonyms(words === text ? typed : parseQuery(words), words, known.synonyms),
      known,
      scope,
    );
  if (asTyped) return { found: await find(text, await lookedUp(text)), shownFor: null };
  const simple = inSimplified(text);
  const toMend = wordsToMend(simple);
  const known = await lookedUp(simple, toMend);
  const asked = { words: toMend, known: known.known, narrowing: narrowingOf(typed, scope) };
  const mended = await mendQuery(backEnd, db, { typed: text, simple, asked });
  if (mended === null) return { found: await find(text, known), shownFor: null };
  const found = await find(mended, mended === simple ? known : await lookedUp(mended));
  return found.length > 0
    ? { found, shownFor: mended }
    : { found: await find(text, await lookedUp(text)), shownFor: null };
}
