import { sql } from "kysely";
import { type BackEnd, compiledSelect, type IndexQuery, type Select, tellingReadings } from "./back-end";
import type { Lookup, Term } from "./parse-query";

/** Suffix of title tokens that cross or lie inside words; weights would require reading every vector. */
const LOOSE = "~";
/** Maximum characters of a text that are indexed; a `tsvector` holds at most 1 MiB. */
const LITERAL_LENGTH_MAX = 400_000;

const select: Select = ({ within, expression, limit, stopWordsOnly }, { number, narrowing: { without, where } }) => {
  const column = sql.ref(within);
  const query = sql`${expression}::tsquery`;
  const not =
    without.length === 0
      ? sql``
      : sql`and not (w.texts @@ ${without.map((term) => termOf(term, false)).join(" | ")}::tsquery)`;
  const condition =
    where === undefined ? sql`` : sql`and exists (select 1 from search_documents d where d.id = w.rowid and ${where})`;
  const narrowed = without.length > 0 || where !== undefined;
  const newest =
    narrowed || (stopWordsOnly && within === "texts")
      ? sql`select w.rowid from search_words w where w.${column} @@ ${query} ${not} ${condition}
        order by w.rowid desc limit ${limit}`
      : sql`select f.rowid from ${sql.raw(`search_newest_${within}`)}(${query}, ${limit}) as f(rowid)`;
  return sql`select ${sql.lit(number)}::int as ask, coalesce(json_agg(n.rowid order by n.rowid desc), '[]')::text as ids
    from (${newest}) as n`;
};

/** Index on `tsvector` and GIN; vectors are written as literals, because the text is already tokenized. */
export const postgresBackEnd: BackEnd = {
  async write(trx, documents) {
    const rows = documents.map(({ id, kind, title, tokens }) => {
      const titles = literal([...title.words.map(quote), ...title.rest.map((token) => quote(token + LOOSE))]);
      return sql`(${id}, ${kind}, ${titles}::tsvector, ${literal(tokens.split(" ").filter(Boolean).map(quote))}::tsvector)`;
    });
    // Rewriting unchanged rows costs as much as inserting new ones, and most are unchanged.
    await sql`insert into search_words as w (rowid, kind, titles, texts) values ${sql.join(rows)}
      on conflict (rowid) do update set titles = excluded.titles, texts = excluded.texts
      where (w.titles, w.texts) is distinct from (excluded.titles, excluded.texts)`.execute(trx);
  },

  async erase(trx, id) {
    await sql`delete from search_words where rowid = ${id}`.execute(trx);
  },

  conditions,
  all: (conditions) => conditions.join(" & "),
  select,
  selectAll: compiledSelect(select),

  async optimize(db) {
    await sql`analyze search_words, search_documents`.execute(db);
  },
};

const quote = (token: string): string => `'${token.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

function literal(lexemes: readonly string[]): string {
  let length = 0;
  const kept = lexemes.filter((lexeme) => {
    length += lexeme.length;
    return length <= LITERAL_LENGTH_MAX;
  });
  return kept.join(" ");
}

/** Parts of a `tsquery` with every token quoted, so that user input is never parsed as syntax. */
function conditions({ within, terms, crossWordPairs, acrossWords = false }: IndexQuery): string[] {
  const inTitle = within === "titles";
  const words = terms.map((term) => (inTitle && acrossWords ? acrossTerm(term) : termOf(term, inTitle)));
  return [...new Set([...words, ...crossWordPairs.map(({ token }) => (inTitle ? anywhere(token) : quote(token)))])];
}

function termOf(term: Term, inTitle: boolean): string {
  const all = (tokens: readonly Lookup[]) => tokens.map((one) => lookup(one, inTitle)).join(" & ");
  return `(${tellingReadings(term)
    .map(({ lookups }) => `(${all(lookups)})`)
    .join(" | ")})`;
}

const acrossTerm = (term: Term): string =>
  `(${tellingReadings(term)
    .map(({ lookups }) => `(${lookups.map(acrossLookup).join(" & ")})`)
    .join(" | ")})`;

// Prefix lookups match tokens with the loose suffix, too.
const acrossLookup = (one: Lookup): string => (one.prefix ? lookup(one, true) : anywhere(one.token));

function lookup({ token, prefix }: Lookup, inTitle: boolean): string {
  if (prefix) return `(${quote(token)} | ${quote(token)}:*)`;
  // A pair counts for a title only if it is not the end of one word and the beginning of the next.
  return inTitle && [...token].length !== 2 ? anywhere(token) : quote(token);
}

const anywhere = (token: string): string => `(${quote(token)} | ${quote(token + LOOSE)})`;
