import type { Db } from "#upstream/db/dialect";
import { type ParsedQuery, readingOf } from "./parse-query";
import { innerWordsOf } from "./segment";
import { isStopWord } from "./stop-words";
import { knownAmong } from "./vocabulary";

/** Weight of a word inside the typed one. */
const WORTH = 0.5;

/**
 * Extends a query by words inside its own that occur in titles: 面试题 also finds 面试. Null if there are none, or if
 * something is quoted.
 */
export async function withInnerWords(db: Db, query: ParsedQuery): Promise<ParsedQuery | null> {
  if (query.phrases.length > 0) return null;
  const inner = query.terms.map(({ word }) => innerWordsOf(word).filter((one) => !isStopWord(one)));
  const known = new Set(await knownAmong(db, [...new Set(inner.flat())]));
  if (known.size === 0) return null;
  const terms = query.terms.map((term, at) => {
    const readings = (inner[at] ?? []).filter((one) => known.has(one)).flatMap((one) => readingOf(one, WORTH) ?? []);
    return readings.length === 0 ? term : { ...term, readings: [...term.readings, ...readings] };
  });
  return { ...query, terms };
}
