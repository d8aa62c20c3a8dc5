import { sql } from "kysely";
import type { BackEnd, IndexQuery } from "./back-end";
import type { Lookup } from "./parse-query";
import { isStopWord } from "./stop-words";

/** In titles, ends what stands across words or inside them; a weight would have every vector read again. */
const LOOSE = "~";
/** Repetitions of a word beyond this say nothing more. */
const POSITIONS_MAX = 8;
/** The words that a text repeats most are what it is about. */
const TOPICS_MAX = 60;
/** A `tsvector` holds at most 1 MiB; a text that has more is indexed up to here. Characters. */
const LITERAL_LENGTH_MAX = 400_000;

/** `tsvector` and GIN; the vectors are written as literals, because the tokens are already cut. */
export const postgresBackEnd: BackEnd = {
  async write(trx, { id, kind, title, text }) {
    const titles = literal([...counted(title.words), ...title.rest.map((token) => quote(token + LOOSE))]);
    const texts = literal([...new Set([...text.words, ...text.rest])].map(quote));
    const telling = text.words.filter((word) => !isStopWord(word));
    const topics = literal(counted(telling, TOPICS_MAX));
    await sql`insert into search_words (rowid, kind, titles, texts, topics)
      values (${id}, ${kind}, ${titles}::tsvector, ${texts}::tsvector, ${topics}::tsvector)
      on conflict (rowid) do update
      set titles = excluded.titles, texts = excluded.texts, topics = excluded.topics`.execute(trx);
  },

  async erase(trx, id) {
    await sql`delete from search_words where rowid = ${id}`.execute(trx);
  },

  select(ask, number, kinds) {
    const column = sql.ref(ask.within);
    const among = sql`array[${sql.join(kinds)}]::text[]`;
    const query = sql`${expression(ask)}::tsquery`;
    const newest =
      ask.stopWordsOnly && ask.within === "texts"
        ? sql`select rowid from search_words where ${column} @@ ${query} and kind = any(${among})
          order by rowid desc limit ${ask.limit}`
        : sql`select rowid from ${sql.raw(`search_newest_${ask.within}`)}(${query}, ${among}, ${ask.limit}) as f(rowid)`;
    const ranked = ask.within === "titles" ? sql`w.titles` : sql`w.topics`;
    const score = ask.scored ? sql`ts_rank(${ranked}, ${anyOf(ask)}::tsquery)` : sql.lit(0);
    return sql`select * from (
      select ${sql.lit(number)}::int as ask, d.id, d.kind, d.item_id, d.question_id, d.created_at,
        ${score}::float8 as score
      from (${newest}) as n join search_documents d on d.id = n.rowid join search_words w on w.rowid = n.rowid
    ) as ${sql.raw(`ask_${number}`)}`;
  },

  async optimize(db) {
    await sql`analyze search_words, search_documents`.execute(db);
  },
};

const quote = (token: string): string => `'${token.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Lexemes with a position for each time that a word is there; with `most`, those that are there most often. */
function counted(words: readonly string[], most = Number.POSITIVE_INFINITY): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const entries = [...counts];
  const kept = entries.length > most ? entries.sort((a, b) => b[1] - a[1]).slice(0, most) : entries;
  return kept.map(([word, count]) => {
    const positions = Array.from({ length: Math.min(count, POSITIONS_MAX) }, (_, index) => index + 1);
    return `${quote(word)}:${positions.join(",")}`;
  });
}

function literal(lexemes: readonly string[]): string {
  let length = 0;
  const kept = lexemes.filter((lexeme) => {
    length += lexeme.length;
    return length <= LITERAL_LENGTH_MAX;
  });
  return kept.join(" ");
}

/** A `tsquery` in which every token is quoted, so that nothing typed is ever read as syntax. */
function expression({ within, terms, crossWordPairs }: IndexQuery): string {
  const inTitle = within === "titles";
  const all = (tokens: readonly Lookup[]) => tokens.map((one) => lookup(one, inTitle)).join(" & ");
  const words = terms.map((term) => `(${term.anyOf.map((tokens) => `(${all(tokens)})`).join(" | ")})`);
  return [...words, ...crossWordPairs.map(({ token }) => (inTitle ? anywhere(token) : quote(token)))].join(" & ");
}

/** For the rank, which for `&` would be about positions. */
function anyOf({ terms }: IndexQuery): string {
  return terms.flatMap((term) => term.anyOf.flat().map((one) => lookup(one, false))).join(" | ");
}

function lookup({ token, prefix }: Lookup, inTitle: boolean): string {
  if (prefix) return `(${quote(token)} | ${quote(token)}:*)`;
  // A title is about a pair only when it isn't the end of one word and the beginning of the next.
  return inTitle && [...token].length !== 2 ? anywhere(token) : quote(token);
}

const anywhere = (token: string): string => `(${quote(token)} | ${quote(token + LOOSE)})`;
