import type { Db } from "#upstream/db/dialect";
import { type BackEnd, documentsOf, type Narrowing } from "./back-end";
import type { IndexLookups } from "./index-lookups";
import { chineseToMend, mendChinese } from "./mend-chinese";
import { latinToMend, mendLatin } from "./mend-latin";
import { normalize } from "./normalize";
import { bare, parseQuery } from "./parse-query";
import { simplified } from "./traditional";
import { knownAmong } from "./vocabulary";

const COUNTED_MAX = 50;
const QUOTED = /["“”]/;

/** Normalizes a query's width and converts it to simplified characters. */
export function inSimplified(typed: string): string {
  const text = typed.normalize("NFKC");
  return simplified(text) ?? text;
}

/** Words of a query, and runs of them, that the correction looks up in titles. */
export function wordsToMend(simple: string): string[] {
  // A quoted query is meant literally.
  return QUOTED.test(simple) ? [] : [...new Set([...latinToMend(simple), ...chineseToMend(simple)])];
}

type Query = {
  typed: string;
  /** Result of `inSimplified`. */
  simple: string;
  /** Result of `wordsToMend`, and those of them that occur in titles. */
  asked: { words: readonly string[]; known: readonly string[]; narrowing: Narrowing };
};

/**
 * Returns the query as probably intended: in simplified characters, pinyin converted to words, and words that occur in
 * no title replaced with ones that sound or are spelled similarly. Null if no correction is needed.
 */
export async function mendQuery(
  backEnd: BackEnd,
  db: Db,
  { typed, simple, asked: { words, known, narrowing } }: Query,
): Promise<string | null> {
  const [asked, titles] = [new Set(words), new Set(known)];
  const questions: IndexLookups = {
    db,
    async known(wanted) {
      const others = wanted.filter((word) => !asked.has(word));
      for (const word of others) asked.add(word);
      for (const word of await knownAmong(db, others)) titles.add(word);
      return titles;
    },
    async count(within, counted) {
      const queries = counted.map((word) => ({
        within,
        terms: parseQuery(`"${word}"`).terms,
        crossWordPairs: [],
        limit: COUNTED_MAX,
        acrossWords: true,
        stopWordsOnly: false,
      }));
      const lists = await documentsOf(
        backEnd,
        db,
        queries.filter(({ terms }) => terms.length > 0),
        { narrowing },
      );
      return lists.map(({ length }) => length);
    },
  };
  let mended = simple;
  if (!QUOTED.test(simple)) {
    mended = await mendLatin(questions, mended);
    mended = await mendChinese(questions, mended);
  }
  return bare(normalize(mended)) === bare(normalize(typed)) ? null : mended.replace(/\s+/g, " ").trim();
}
