import type { Db } from "#upstream/db/dialect";
import type { Asked } from "./asked";
import { type BackEnd, documentsOf, type Narrowing } from "./back-end";
import { mendChinese } from "./mend-chinese";
import { mendLatin } from "./mend-latin";
import { normalize } from "./normalize";
import { bare, parseQuery } from "./parse-query";
import { simplified } from "./traditional";

const COUNTED_MAX = 50;
const QUOTED = /["“”]/;

/**
 * The query as it was probably meant: in simplified characters, for pinyin the words, and words that no title has as
 * those that sound alike or are spelt nearly so. Null where it is fine as it was typed.
 */
export async function mendQuery(backEnd: BackEnd, db: Db, typed: string, narrowing: Narrowing): Promise<string | null> {
  const asked: Asked = {
    db,
    async count(within, words) {
      const queries = words.map((word) => ({
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
  const text = typed.normalize("NFKC");
  let mended = simplified(text) ?? text;
  // Who quotes wants it as it stands.
  if (!QUOTED.test(text)) {
    mended = await mendLatin(asked, mended);
    mended = await mendChinese(asked, mended);
  }
  return bare(normalize(mended)) === bare(normalize(text)) ? null : mended.replace(/\s+/g, " ").trim();
}
