import type { Db } from "#upstream/db/dialect";
import type { BackEnd } from "./back-end";
import { type Found, findDocuments, narrowingOf, type Scope } from "./find";
import { withInnerWords } from "./inner-words";
import { type LookedUp, lookUp } from "./look-up";
import { inSimplified, mendQuery, wordsToMend } from "./mend-query";
import { type ParsedQuery, parseQuery } from "./parse-query";
import { namesIn, withSynonyms } from "./synonyms";

/** Documents that were found, the words that they were searched for, and the query used if it differs from the typed one. */
export type FoundFor = { found: Found[]; words: string[]; shownFor: string | null };

/** Number of documents below which words inside longer ones count, too. */
const FEW = 5;

type Result = { query: ParsedQuery; words: string[]; known: LookedUp; found: Found[] };

/** Finds documents for the corrected query; for the typed one if that finds nothing, or if the reader insists on it. */
export async function findMended(
  backEnd: BackEnd,
  db: Db,
  text: string,
  scope: Scope,
  asTyped = false,
): Promise<FoundFor> {
  const typed = parseQuery(text);
  if (typed.terms.length === 0 || scope.kinds.length === 0) return { found: [], words: wordsOf(typed), shownFor: null };
  const lookedUp = (words: string, toMend: readonly string[] = []) =>
    lookUp(db, { name: scope.whole ? words : null, words: toMend, names: namesIn(words) });
  const find = async (words: string, known: LookedUp): Promise<Result> => {
    const parsed = words === text ? typed : parseQuery(words);
    const query = withSynonyms(parsed, words, known.synonyms);
    return { query, words: wordsOf(parsed), known, found: await findDocuments(backEnd, db, query, known, scope) };
  };
  const widened = async ({ query, known, found }: Result): Promise<Found[]> => {
    if (found.length >= FEW || (scope.strict && found.length > 0)) return found;
    const wider = await withInnerWords(db, query);
    if (wider === null) return found;
    const ids = new Set(found.map(({ id }) => id));
    return [...found, ...(await findDocuments(backEnd, db, wider, known, scope)).filter(({ id }) => !ids.has(id))];
  };
  const asItStands = async (known?: LookedUp): Promise<FoundFor> => {
    const result = await find(text, known ?? (await lookedUp(text)));
    return { found: await widened(result), words: result.words, shownFor: null };
  };
  if (asTyped) return asItStands();
  const simple = inSimplified(text);
  const toMend = wordsToMend(simple);
  const known = await lookedUp(simple, toMend);
  const asked = { words: toMend, known: known.known, narrowing: narrowingOf(typed, scope) };
  const mended = await mendQuery(backEnd, db, { typed: text, simple, asked });
  if (mended === null) return asItStands(known);
  const result = await find(mended, mended === simple ? known : await lookedUp(mended));
  if (result.found.length === 0) return asItStands();
  return { found: await widened(result), words: result.words, shownFor: mended };
}

const wordsOf = ({ terms }: ParsedQuery): string[] => terms.map(({ word }) => word);
