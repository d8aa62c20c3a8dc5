import { sql } from "kysely";
import type { BackEnd, IndexQuery } from "./back-end";
import type { Lookup, Term } from "./parse-query";
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

  select(ask, number, { without, where }) {
    const column = sql.ref(ask.within);
    const query = sql`${expression(ask)}::tsquery`;
    const not =
      without.length === 0
        ? sql``
        : sql`and not (w.texts @@ ${without.map((term) => termOf(term, false)).join(" | ")}::tsquery)`;
    const within =
      where === undefined
        ? sql``
        : sql`and exists (select 1 from search_documents d where d.id = w.rowid and ${where})`;
    const narrowed = without.length > 0 || where !== undefined;
    const newest =
      narrowed || (ask.stopWordsOnly && ask.within === "texts")
        ? sql`select w.rowid from search_words w where w.${column} @@ ${query} ${not} ${within}
          order by w.rowid desc limit ${ask.limit}`
        : sql`select f.rowid from ${sql.raw(`search_newest_${ask.within}`)}(${query}, ${ask.limit}) as f(rowid)`;
    return sql`select ${sql.lit(number)}::int as ask, coalesce(json_agg(n.rowid order by n.rowid desc), '[]')::text as ids
      from (${newest}) as n`;
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
function expression({ within, terms, crossWordPairs, acrossWords = false }: IndexQuery): string {
  const inTitle = within === "titles";
  const words = terms.map((term) => (inTitle && acrossWords ? acrossTerm(term) : termOf(term, inTitle)));
  return [...words, ...crossWordPairs.map(({ token }) => (inTitle ? anywhere(token) : quote(token)))].join(" & ");
}

function termOf({ readings }: Term, inTitle: boolean): string {
  const all = (tokens: readonly Lookup[]) => tokens.map((one) => lookup(one, inTitle)).join(" & ");
  return `(${readings.map(({ lookups }) => `(${all(lookups)})`).join(" | ")})`;
}

const acrossTerm = ({ readings }: Term): string =>
  `(${readings.map(({ lookups }) => `(${lookups.map(({ token }) => anywhere(token)).join(" & ")})`).join(" | ")})`;

function lookup({ token, prefix }: Lookup, inTitle: boolean): string {
  if (prefix) return `(${quote(token)} | ${quote(token)}:*)`;
  // A title is about a pair only when it isn't the end of one word and the beginning of the next.
  return inTitle && [...token].length !== 2 ? anywhere(token) : quote(token);
}

const anywhere = (token: string): string => `(${quote(token)} | ${quote(token + LOOSE)})`;
