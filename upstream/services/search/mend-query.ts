import type { Db } from "#upstream/db/dialect";
import type { Asked } from "./asked";
import { type BackEnd, documentsOf, type Narrowing } from "./back-end";
import { chineseToMend, mendChinese } from "./mend-chinese";
import { latinToMend, mendLatin } from "./mend-latin";
import { normalize } from "./normalize";
import { bare, parseQuery } from "./parse-query";
import { simplified } from "./traditional";
import { knownAmong } from "./vocabulary";

const COUNTED_MAX = 50;
const QUOTED = /["“”]/;

/** A query in one width and in simplified characters. */
export function inSimplified(typed: string): string {
  const text = typed.normalize("NFKC");
  return simplified(text) ?? text;
}

/** Words of a query, and runs of them, of which the mending must know whether titles have them. */
export function wordsToMend(simple: string): string[] {
  // Who quotes wants it as it stands.
  return QUOTED.test(simple) ? [] : [...new Set([...latinToMend(simple), ...chineseToMend(simple)])];
}

type Query = {
  typed: string;
  /** As `inSimplified` gives it. */
  simple: string;
  /** Its words, as `wordsToMend` gives them, and those of them that titles have. */
  asked: { words: readonly string[]; known: readonly string[]; narrowing: Narrowing };
};

/**
 * The query as it was probably meant: in simplified characters, for pinyin the words, and words that no title has as
 * those that sound alike or are spelt nearly so. Null where it is fine as it was typed.
 */
export async function mendQuery(
  backEnd: BackEnd,
  db: Db,
  { typed, simple, asked: { words, known, narrowing } }: Query,
): Promise<string | null> {
  const [asked, titles] = [new Set(words), new Set(known)];
  const questions: Asked = {
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
        narrowing,
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
