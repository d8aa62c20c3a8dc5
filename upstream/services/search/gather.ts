import type { Db } from "#upstream/db/dialect";
import { type BackEnd, documentsOf, type IndexQuery, type LookupResults, type Narrowing } from "./back-end";
import { type Ask, type AskResult, type Candidate, candidatesOf } from "./candidates";
import type { LookedUp } from "./look-up";
import type { ParsedQuery, Term } from "./parse-query";

/** Result of the index lookups for a query. */
export type Gathered = {
  candidates: Candidate[];
  /** Weight of each term: higher for rarer ones. */
  rarity: number[];
  /** Terms that occur in no text, although others do; only those that were looked up individually. */
  missing: number[];
  /** Titles that contain a term as a word, if these are all of them. */
  titlesWith: (ReadonlySet<number> | null)[];
};

/** Number of newest documents with all words that are looked up; more than are kept, as an older one may be the best. */
const TEXTS_MAX = 1000;
/** Maximum number of newest documents with all words in the title; they may be older than those above. */
const TITLES_MAX = 300;
/** Maximum number of newest documents in which the words are adjacent. */
const TOGETHER_MAX = 100;
/** Maximum number of newest documents for each single word in titles and in texts, and for two or more of the words. */
const TITLES_OF_ONE_MAX = 200;
const TEXTS_OF_ONE_MAX = 100;
const SOME_MAX = 100;
/** Maximum number of words of a long query that are looked up individually; the longest ones. */
const SINGLE_TERMS_MAX = 8;
/** Number of rarest words that are looked up in pairs. */
const PAIRED_TERMS_MAX = 4;
/** With more words, documents that lack one of them are hardly rarer than those with all. */
const ALL_BUT_ONE_TERMS_MAX = 6;
/** From this many documents with all words on, texts with only some are not looked up. */
const ENOUGH = 50;
/** Weight of a single character, relative to words. */
const ONE_CHARACTER = 0.35;

/** Looks up all candidates for a query in the index, and scores them with what is known so far. */
export async function gather(
  backEnd: BackEnd,
  db: Db,
  query: ParsedQuery,
  { narrowing, documents, named }: { narrowing: Narrowing } & Pick<LookedUp, "documents" | "named">,
): Promise<Gathered> {
  const { terms, crossWordPairs: pairs, stopWordsOnly } = query;
  const plan: Ask[] = [];
  const every = terms.flatMap(({ also }, number) => (also ? [] : [number]));
  if (pairs.length) plan.push({ within: "titles", terms: every, pairs, limit: TOGETHER_MAX });
  plan.push({ within: "titles", terms: every, limit: TITLES_MAX });
  if (pairs.length) plan.push({ within: "texts", terms: every, pairs, limit: TOGETHER_MAX });
  plan.push({ within: "texts", terms: every, limit: TEXTS_MAX });
  const singles = terms.length > 1 ? longest(terms) : [];
  for (const number of singles) plan.push({ within: "titles", terms: [number], limit: TITLES_OF_ONE_MAX });
  for (const number of singles) plan.push({ within: "texts", terms: [number], limit: TEXTS_OF_ONE_MAX });
  const results: LookupResults = new Map();
  const ask = async (asks: readonly Ask[]) => {
    const queries = asks.map(({ within, terms: numbers, pairs: together = [], limit }): IndexQuery => {
      const asked = numbers.flatMap((number) => terms[number] ?? []);
      return { within, terms: asked, crossWordPairs: together, limit, stopWordsOnly };
    });
    const lists = await documentsOf(backEnd, db, queries, { narrowing, results });
    return asks.map((one, at): AskResult => ({ ...one, ids: lists[at] ?? [] }));
  };
  const first = await ask(plan);
  const rarity = rarityOf(terms, first, documents);
  const enough = first.some(
    ({ within, terms: { length }, ids, pairs: together }) =>
      within === "texts" && !together && length === every.length && ids.length >= ENOUGH,
  );
  const second = await ask(withSome(singles, rarity, { enough, of: terms.length, asked: first }));
  return {
    candidates: candidatesOf([...first, ...second], { every: every.length, named, rarity, pairs }),
    rarity,
    missing: missingAmong(first, singles),
    titlesWith: terms.map((_, number) => titlesWith(first, number)),
  };
}

function longest(terms: readonly Term[]): number[] {
  const numbers = terms.map((_, number) => number);
  const length = (number: number) => terms[number]?.word.length ?? 0;
  const kept = numbers.filter((number) => [...(terms[number]?.word ?? "")].length > 1);
  return (kept.length > 1 ? kept : numbers).sort((a, b) => length(b) - length(a)).slice(0, SINGLE_TERMS_MAX);
}

type Known = { enough: boolean; of: number; asked: readonly AskResult[] };

/** Looks up documents with two or more of the words, counting the rarest, unless they are already known. */
function withSome(singles: readonly number[], rarity: readonly number[], { enough, of, asked }: Known): Ask[] {
  if (of < 3) return [];
  const rarest = [...singles].sort((a, b) => (rarity[b] ?? 0) - (rarity[a] ?? 0)).slice(0, PAIRED_TERMS_MAX);
  const two = rarest.flatMap((one, at) => rarest.slice(at + 1).map((other) => [one, other]));
  const cutOff = (within: Ask["within"], number: number) => {
    const one = singleOf(asked, within, number);
    return one !== undefined && one.ids.length === one.limit;
  };
  const asks = (within: Ask["within"]): Ask[] =>
    two
      .filter((pair) => pair.every((number) => cutOff(within, number)))
      .map((pair) => ({ within, terms: pair, limit: SOME_MAX }));
  if (enough) return asks("titles");
  const allButOne = singles.length > 3 && singles.length <= ALL_BUT_ONE_TERMS_MAX ? rarest : [];
  return [
    ...asks("titles"),
    ...asks("texts"),
    ...allButOne.map(
      (left): Ask => ({ within: "texts", terms: singles.filter((one) => one !== left), limit: SOME_MAX }),
    ),
  ];
}

function singleOf(asked: readonly AskResult[], within: Ask["within"], number: number): AskResult | undefined {
  return asked.find((one) => one.within === within && one.terms.length === 1 && one.terms[0] === number && !one.pairs);
}

/** Rarity of each term in texts, estimated from how far back the newest documents with it reach. */
function rarityOf(terms: readonly Term[], asked: readonly AskResult[], documents: number): number[] {
  const alone = terms.every(({ word }) => [...word].length === 1);
  return terms.map(({ word }, number) => {
    const one = singleOf(asked, "texts", number);
    if (!one) return 1;
    const { ids, limit } = one;
    const oldest = ids.at(-1) ?? 0;
    const reach = Math.max(documents - oldest + 1, 1);
    const count = ids.length < limit ? ids.length : Math.min(documents, (ids.length * documents) / reach);
    const rare = Math.log(1 + (documents - count + 0.5) / (count + 0.5));
    return Math.max(rare, 0.05) * ([...word].length === 1 && !alone ? ONE_CHARACTER : 1);
  });
}

function missingAmong(asked: readonly AskResult[], singles: readonly number[]): number[] {
  const missing = singles.filter((number) => singleOf(asked, "texts", number)?.ids.length === 0);
  return missing.length === singles.length ? [] : missing;
}

function titlesWith(asked: readonly AskResult[], number: number): ReadonlySet<number> | null {
  const one = singleOf(asked, "titles", number);
  return one && one.ids.length < one.limit ? new Set(one.ids) : null;
}
