import { FOUND_MAX } from "#app/contract/limits";
import type { IndexQuery } from "./back-end";
import type { Named } from "./look-up";
import type { Lookup } from "./parse-query";
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

/** Index lookup for some of a query's terms, by their numbers. */
export type Ask = { within: IndexQuery["within"]; terms: number[]; pairs?: readonly Lookup[]; limit: number };
/** Result of a lookup: its documents, newest first. */
export type AskResult = Ask & { ids: number[] };

/** Maximum number of documents of a search; more than are listed, since some answers to one question are left out. */
export const GATHERED_MAX = FOUND_MAX + 100;
/** Weight of a matching tag, relative to a matching author. */
const TAGGED = 0.5;
const AUTHORED = 1;

/** Bit of a term in a set of terms. */
export const bitOf = (term: number): number => 1 << term;

/** Facts about a query: the number of terms that a text must have, what it names, the weight of each term, its pairs. */
type Meaning = { every: number; named: Named; rarity: readonly number[]; pairs: readonly Lookup[] };

/** Scores all documents that lookups found, or that the query names, with what the index knows of them; best first. */
export function candidatesOf(asked: readonly AskResult[], { every, named, rarity, pairs }: Meaning): Candidate[] {
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
      if (!known && others.length === GATHERED_MAX) continue;
      const one = known ?? newCandidate(id);
      note(one);
      if (!known) others.push(one);
    }
  }
  const whole = rarity.reduce((sum, one) => sum + one, 0) || 1;
  const worth = memoized(
    (bits: number) => rarity.reduce((sum, one, number) => (bits & bitOf(number) ? sum + one : sum), 0) / whole,
  );
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

/** Computes a value once per key. */
function memoized(compute: (key: number) => number): (key: number) => number {
  const values = new Map<number, number>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
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
function noterOf({ within, terms, pairs }: AskResult, every: number): (one: Candidate) => void {
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
