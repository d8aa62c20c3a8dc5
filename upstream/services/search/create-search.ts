import type { Db } from "#upstream/db/dialect";
import { type BackEnd, type IndexQuery, type Match, matches } from "./back-end";
import { jieba } from "./jieba";
import { type Lookup, type ParsedQuery, parseQuery, squashed, type Term } from "./parse-query";
import { postgresBackEnd } from "./postgres";
import { putEntry } from "./put-entry";
import { byBestQuery, byShareOfWords, collapsed, ranked, withScoreOfNextQuery } from "./rank";
import type { Search, SearchKind, SearchQuery } from "./search";
import { sqliteBackEnd } from "./sqlite";

/** How many of the newest documents with all words are ranked; there are no more pages than these fill. */
const RANKED_MAX = 1000;
/** How many of the newest with all words in the title; they may be older than those above. */
const TITLES_MAX = 300;
/** With so many documents that have all words, those with some are not looked for. */
const ENOUGH = 50;
/** How many of the newest in which the words stand together. */
const TOGETHER_MAX = 200;
/** How many of the newest for each single word, and for all words but one. */
const ONE_WORD_MAX = 300;
const ALL_BUT_ONE_MAX = 100;
/** With more words, what lacks but one of them is hardly rarer than what has all. */
const ALL_BUT_ONE_TERMS_MAX = 5;
/** Of a long question only so many words are looked for one by one; the longest. */
const SINGLE_TERMS_MAX = 8;
/** Quoted phrases are looked for in the texts of so many of the best candidates, and in so many characters. */
const PHRASE_CHECKED_MAX = 200;
const PHRASE_CHARACTERS_MAX = 4_000_000;

/** Full-text search on the back end of the database; see `Search`. */
export function createSearch(kind: "sqlite" | "postgres"): Search {
  const backEnd = kind === "sqlite" ? sqliteBackEnd : postgresBackEnd;
  return {
    async put(trx, entries) {
      for (const entry of entries) await putEntry(backEnd, trx, entry);
    },

    async remove(trx, kind, id) {
      const row = await trx
        .deleteFrom("search_documents")
        .where("kind", "=", kind)
        .where("item_id", "=", id)
        .returning("id")
        .executeTakeFirst();
      if (row) await backEnd.erase(trx, row.id);
    },

    async find<K extends SearchKind>(db: Db, query: SearchQuery<K>) {
      const found = (await candidates(backEnd, db, parseQuery(query.text), query.kinds)).slice(0, RANKED_MAX);
      const shown = query.perQuestion === undefined ? found : collapsed(found, query.perQuestion);
      const page = shown.slice(query.offset, query.offset + query.limit);
      return { hits: page.map((one) => ({ kind: one.kind as K, id: one.item_id })), total: shown.length };
    },

    words: (text) => longer(parseQuery(text).terms).map((term) => term.word),
    warm: () => void jieba(),
    optimize: (db) => backEnd.optimize(db),
  };
}

async function candidates(
  backEnd: BackEnd,
  db: Db,
  query: ParsedQuery,
  kinds: readonly SearchKind[],
): Promise<Match[]> {
  const { terms, crossWordPairs, phrases, stopWordsOnly } = query;
  if (terms.length === 0) return [];
  const asks: IndexQuery[] = [];
  // Documents in which the words stand together have their score from the ask for all that have them, because for every
  // scored ask FTS5 counts anew how many documents of the whole index have each of the words.
  const ask = (within: IndexQuery["within"], together: Lookup[], limit: number) =>
    asks.push({ within, terms, crossWordPairs: together, limit, scored: together.length === 0, stopWordsOnly });
  if (crossWordPairs.length) ask("titles", crossWordPairs, TITLES_MAX);
  ask("titles", [], TITLES_MAX);
  if (crossWordPairs.length) ask("texts", crossWordPairs, TOGETHER_MAX);
  ask("texts", [], RANKED_MAX);
  const found = await matches(backEnd, db, asks, kinds);
  const all = ranked(byBestQuery(withScoreOfNextQuery(found, asks)));
  if (phrases.length) return withPhrases(db, all, phrases);
  if (all.length >= ENOUGH) return all;
  const known = new Set(all.map((one) => one.id));
  const some = await withSomeWords(backEnd, db, terms, kinds);
  return [...all, ...some.filter((one) => !known.has(one.id))];
}

async function withSomeWords(
  backEnd: BackEnd,
  db: Db,
  all: readonly Term[],
  kinds: readonly SearchKind[],
): Promise<Match[]> {
  if (all.length === 1) return [];
  const terms = [...longer(all)].sort((a, b) => b.word.length - a.word.length).slice(0, SINGLE_TERMS_MAX);
  const asks: IndexQuery[] = [];
  const meanings: { terms: number[]; inTitle: boolean }[] = [];
  const ask = (numbers: number[], within: IndexQuery["within"], limit: number) => {
    const asked = numbers.flatMap((number) => terms[number] ?? []);
    asks.push({ within, terms: asked, crossWordPairs: [], limit, scored: false, stopWordsOnly: false });
    meanings.push({ terms: numbers, inTitle: within === "titles" });
  };
  const numbers = terms.map((_, number) => number);
  for (const number of numbers) ask([number], "texts", ONE_WORD_MAX);
  for (const number of numbers) ask([number], "titles", ONE_WORD_MAX);
  if (terms.length > 2 && terms.length <= ALL_BUT_ONE_TERMS_MAX) {
    const others = (number: number) => numbers.filter((other) => other !== number);
    for (const number of numbers) ask(others(number), "texts", ALL_BUT_ONE_MAX);
  }
  const found = await matches(backEnd, db, asks, kinds);
  const rarity = numbers.map((number) => rarityOf(found.filter((match) => match.ask === number).length));
  return ranked(byShareOfWords(found, meanings, rarity));
}

/** Weight of a word that `count` documents have, as far as they were counted. */
const rarityOf = (count: number): number => Math.log(1 + (20 * ONE_WORD_MAX) / Math.max(count, 1));

/** Single characters say something only when there is nothing longer. */
function longer(terms: readonly Term[]): readonly Term[] {
  const kept = terms.filter((term) => [...term.word].length > 1);
  return kept.length ? kept : terms;
}

/** Those of the best candidates in which every phrase stands as it was quoted. */
async function withPhrases(db: Db, all: Match[], phrases: readonly string[]): Promise<Match[]> {
  const checked = all.slice(0, PHRASE_CHECKED_MAX);
  if (checked.length === 0) return [];
  const rows = await db
    .selectFrom("search_sources")
    .select(["document_id as id", "title", "body"])
    .where(
      "document_id",
      "in",
      checked.map((one) => one.id),
    )
    .execute();
  const texts = new Map(rows.map((row) => [row.id, row]));
  let characters = 0;
  return checked.filter(({ id }) => {
    const { title = "", body = "" } = texts.get(id) ?? {};
    characters += body.length;
    if (characters > PHRASE_CHARACTERS_MAX) return false;
    const parts = [squashed(title), squashed(body)];
    return phrases.every((phrase) => parts.some((part) => part.includes(phrase)));
  });
}
