import { sql } from "kysely";
import type { BackEnd, IndexQuery } from "./back-end";
import type { Lookup } from "./parse-query";
import type { Tokens } from "./segment";

/** Factor for tokens across words or inside them, which count less than words. */
const REST_WEIGHT = 0.3;

/** FTS5, one table for titles and one for titles with texts; the id of a document is the rowid in both. */
export const sqliteBackEnd: BackEnd = {
  async write(trx, { id, title, text }) {
    const row = ({ words, rest }: Tokens) => sql`(${id}, ${words.join(" ")}, ${rest.join(" ")})`;
    await sql`insert or replace into search_titles (rowid, words, rest) values ${row(title)}`.execute(trx);
    await sql`insert or replace into search_texts (rowid, words, rest) values ${row(text)}`.execute(trx);
  },

  async erase(trx, id) {
    await sql`delete from search_titles where rowid = ${id}`.execute(trx);
    await sql`delete from search_texts where rowid = ${id}`.execute(trx);
  },

  select(ask, number, kinds) {
    const table = sql.table(`search_${ask.within}`);
    const score = ask.scored ? sql`-bm25(${table}, 1.0, ${sql.lit(REST_WEIGHT)})` : sql.lit(0);
    // `cross join` keeps the order: FTS5 walks from the newest down and stops at the limit.
    return sql`select * from (
      select ${sql.lit(number)} as ask, d.id, d.kind, d.item_id, d.question_id, d.created_at, ${score} as score
      from ${table} cross join search_documents d on d.id = ${table}.rowid
      where ${table} match ${expression(ask)} and d.kind in (${sql.join(kinds)})
      order by ${table}.rowid desc limit ${ask.limit}
    )`;
  },

  async optimize(db) {
    for (const table of ["search_titles", "search_texts"]) {
      await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('optimize')`.execute(db);
    }
  },
};

/** A MATCH expression in which every token is quoted, so that nothing typed is ever read as syntax. */
function expression({ within, terms, crossWordPairs }: IndexQuery): string {
  const all = (tokens: readonly Lookup[]) => tokens.map((one) => lookup(one, within === "titles")).join(" AND ");
  const words = terms.map(({ anyOf }) => `(${anyOf.map((tokens) => `(${all(tokens)})`).join(" OR ")})`);
  return [...words, ...crossWordPairs.map(({ token }) => quote(token))].join(" AND ");
}

const quote = (token: string): string => `"${token.replaceAll('"', '""')}"`;

function lookup({ token, prefix }: Lookup, inTitle: boolean): string {
  const quoted = quote(token);
  if (prefix) return `(${quoted} OR ${quoted} *)`;
  // A title is about a pair only when it isn't the end of one word and the beginning of the next.
  return inTitle && [...token].length === 2 ? `words : ${quoted}` : quoted;
}
