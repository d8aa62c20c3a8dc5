import type { Db } from "#upstream/db/dialect";
import { type Answers, type BackEnd, documentsOf, type IndexQuery, type Narrowing } from "./back-end";
import type { LookedUp, Named } from "./look-up";
import type { Lookup, ParsedQuery, Term } from "./parse-query";
import { type Features, scoreOf } from "./score";

/** A candidate document, with what the index knows of it. */
export type Candidate = {
  id: number;
  /** Query terms known to occur in its text, and in its title, as bit sets. */
  inText: number;
  inTitle: number;
  /** Whether its text has all words. */
  all: boolean;
  /** Confidence with which the query names its tag or author. */
  named: number;
  /** Whether the words are known to be adjacent in its title, and in its text. */
  titleTogether: boolean;
  textTogether: boolean;
  score: number;
};

/** Result of the index lookups for a query. */
export type Gathered = {
  candidates: Candidate[];
  /** Weight of each term: higher for rarer ones. */
  rarity: number[];
  /** Titles that contain a term as a word, if these are all of them. */
  titlesWith: (ReadonlySet<number> | null)[];
};

/** Maximum number of newest documents with all words; also the limit of result pages. */
export const FOUND_MAX = 1000;
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
/** Weight of a matching tag, relative to a matching author. */
const TAGGED = 0.5;
const AUTHORED = 1;
/** Weight of a single character, relative to words. */
const ONE_CHARACTER = 0.35;

/** Bit of a term in a set of terms. */
export const bitOf = (term: number): number => 1 << term;

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
  plan.push({ within: "texts", terms: every, limit: FOUND_MAX });
  const singles = terms.length > 1 ? longest(terms) : [];
  for (const number of singles) plan.push({ within: "titles", terms: [number], limit: TITLES_OF_ONE_MAX });
  for (const number of singles) plan.push({ within: "texts", terms: [number], limit: TEXTS_OF_ONE_MAX });
  const answers: Answers = new Map();
  const ask = async (asks: readonly Ask[]) => {
    const queries = asks.map(({ within, terms: numbers, pairs: together = [], limit }): IndexQuery => {
      const asked = numbers.flatMap((number) => terms[number] ?? []);
      return { within, terms: asked, crossWordPairs: together, limit, stopWordsOnly };
    });
    const lists = await documentsOf(backEnd, db, queries, narrowing, answers);
    return asks.map((one, at): Answered => ({ ...one, ids: lists[at] ?? [] }));
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
    titlesWith: terms.map((_, number) => titlesWith(first, number)),
  };
}

type Ask = { within: IndexQuery["within"]; terms: number[]; pairs?: readonly Lookup[]; limit: number };
type Answered = Ask & { ids: number[] };

function longest(terms: readonly Term[]): number[] {
  const numbers = terms.map((_, number) => number);
  const length = (number: number) => terms[number]?.word.length ?? 0;
  const kept = numbers.filter((number) => [...(terms[number]?.word ?? "")].length > 1);
  return (kept.length > 1 ? kept : numbers).sort((a, b) => length(b) - length(a)).slice(0, SINGLE_TERMS_MAX);
}

type Known = { enough: boolean; of: number; asked: readonly Answered[] };

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

function singleOf(asked: readonly Answered[], within: Ask["within"], number: number): Answered | undefined {
  return asked.find((one) => one.within === within && one.terms.length === 1 && one.terms[0] === number && !one.pairs);
}

/** Rarity of each term in texts, estimated from how far back the newest documents with it reach. */
function rarityOf(terms: readonly Term[], asked: readonly Answered[], documents: number): number[] {
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

function titlesWith(asked: readonly Answered[], number: number): ReadonlySet<number> | null {
  const one = singleOf(asked, "titles", number);
  return one && one.ids.length < one.limit ? new Set(one.ids) : null;
}

type Meaning = { every: number; named: Named; rarity: readonly number[]; pairs: readonly Lookup[] };

function candidatesOf(asked: readonly Answered[], { every, named, rarity, pairs }: Meaning): Candidate[] {
  const found = new Map<number, Candidate>();
  const candidate = (id: number): Candidate => {
    const known = found.get(id) ?? newCandidate(id);
    found.set(id, known);
    return known;
  };
  for (const id of named.tagged) candidate(id).named = TAGGED;
  for (const id of named.authored) candidate(id).named = AUTHORED;
  const all = asked.find((one) => one.within === "texts" && one.terms.length === every && !one.pairs);
  for (const one of asked) {
    const note = noterOf(one, every);
    if (one !== all) for (const id of one.ids) note(candidate(id));
  }
  // Most candidates are only known to have all words: they have equal scores and are already in order.
  const others: Candidate[] = [];
  if (all) {
    const note = noterOf(all, every);
    for (const id of all.ids) {
      const known = found.get(id);
      const one = known ?? newCandidate(id);
      note(one);
      if (!known) others.push(one);
    }
  }
  const whole = rarity.reduce((sum, one) => sum + one, 0) || 1;
  const worth = (bits: number): number =>
    rarity.reduce((sum, one, number) => (bits & bitOf(number) ? sum + one : sum), 0) / whole;
  const featuresOf = ({ inText, inTitle, named: surely, titleTogether, textTogether }: Candidate): Features => {
    const [cover, title] = [worth(inText), worth(inTitle)];
    return {
      text: cover + title,
      cover,
      title,
      brief: title / 2,
      titlePairs: pairs.length > 0 && titleTogether ? 1 : 0,
      textPairs: pairs.length > 0 && (titleTogether || textTogether) ? 1 : 0,
      near: textTogether ? 1 : 0,
      stretch: 0,
      whole: 0,
      named: surely,
    };
  };
  for (const one of found.values()) one.score = scoreOf(featuresOf(one));
  const score = others[0] ? scoreOf(featuresOf(others[0])) : 0;
  for (const one of others) one.score = score;
  return merged([...found.values()].sort(byScore), others);
}

const newCandidate = (id: number): Candidate => ({
  id,
  inText: 0,
  inTitle: 0,
  all: false,
  named: 0,
  titleTogether: false,
  textTogether: false,
  score: 0,
});

/** Creates a function that records which lookup a candidate matched. */
function noterOf({ within, terms, pairs }: Answered, every: number): (one: Candidate) => void {
  const bits = terms.reduce((sum, number) => sum | bitOf(number), 0);
  const [inTitle, all] = [within === "titles", terms.length === every];
  const together = pairs !== undefined;
  return (one) => {
    one.inText |= bits;
    if (inTitle) one.inTitle |= bits;
    if (all) one.all = true;
    if (together && inTitle) one.titleTogether = true;
    if (together && !inTitle) one.textTogether = true;
  };
}

const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || b.id - a.id;

/** Merges two ordered lists. */
function merged(some: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  const all: Candidate[] = [];
  let next = 0;
  for (const one of some) {
    for (let other = others[next]; other && byScore(other, one) < 0; other = others[next]) {
      all.push(other);
      next += 1;
    }
    all.push(one);
  }
  return [...all, ...others.slice(next)];
}
