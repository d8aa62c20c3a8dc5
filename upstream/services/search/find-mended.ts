import type { Db } from "#upstream/db/dialect";
import type { BackEnd } from "./back-end";
import { type FoundDocument, type FoundWith, findDocuments, narrowingOf, type Scope } from "./find";
import { withInnerWords } from "./inner-words";
import { type LookedUp, lookUp } from "./look-up";
import { inSimplified, mendQuery, wordsToMend } from "./mend-query";
import { type ParsedQuery, parseQuery } from "./parse-query";
import { namesIn, withSynonyms } from "./synonyms";

/**
 * Documents that were found, the words that they were searched for, those of them that occur nowhere, and the query used
 * if it differs from the typed one.
 */
export type FoundFor = FoundWith & { words: string[]; shownFor: string | null };

/** Number of documents below which words inside longer ones count, too. */
const FEW = 5;

type Result = FoundWith & { query: ParsedQuery; words: string[]; known: LookedUp };

/** Finds documents for the corrected query; for the typed one if that finds nothing, or if the reader insists on it. */
export async function findMended(
  backEnd: BackEnd,
  db: Db,
  { text, scope, asTyped = false }: { text: string; scope: Scope; asTyped?: boolean | undefined },
): Promise<FoundFor> {
  const typed = parseQuery(text);
  if (typed.terms.length === 0 || scope.kinds.length === 0)
    return { found: [], missing: [], words: searchedWords(typed), shownFor: null };
  const lookedUp = (words: string, toMend: readonly string[] = []) =>
    lookUp(db, { name: scope.whole ? words : null, words: toMend, names: namesIn(words) });
  const find = async (words: string, known: LookedUp): Promise<Result> => {
    const parsed = words === text ? typed : parseQuery(words);
    const query = withSynonyms(parsed, words, known.synonyms);
    const { found, missing } = await findDocuments(backEnd, db, { query, known, scope });
    return {
      query,
      words: searchedWords(parsed),
      known,
      found,
      missing: missing.map((word) => writtenIn(words, word)),
    };
  };
  const widened = async ({ query, known, found }: Result): Promise<FoundDocument[]> => {
    if (found.length >= FEW || (scope.strict && found.length > 0)) return found;
    const wider = await withInnerWords(db, query);
    if (wider === null) return found;
    const ids = new Set(found.map(({ id }) => id));
    const more = await findDocuments(backEnd, db, { query: wider, known, scope });
    return [...found, ...more.found.filter(({ id }) => !ids.has(id))];
  };
  const asItStands = async (known?: LookedUp): Promise<FoundFor> => {
    const result = await find(text, known ?? (await lookedUp(text)));
    return { ...result, found: await widened(result), shownFor: null };
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
  return { ...result, found: await widened(result), shownFor: mended };
}

/** A word as the query has it: with its capitals, and what joins its parts. */
function writtenIn(text: string, word: string): string {
  const parts = word.split("-").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(parts.join("[^\\p{L}\\p{N}]*"), "iu").exec(text.normalize("NFKC"))?.[0] ?? word;
}

const searchedWords = ({ terms }: ParsedQuery): string[] => terms.map(({ word }) => word);
