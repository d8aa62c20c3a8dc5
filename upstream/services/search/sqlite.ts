import { sql } from "kysely";
import { type BackEnd, compiledSelect, type IndexQuery, type Select, tellingReadings } from "./back-end";
import type { Lookup, Term } from "./parse-query";

const select: Select = ({ within, expression, limit }, { number, narrowing: { without, where } }) => {
  const table = sql.table(`search_${within}`);
  // Excluded words may be in the text even if they are not in the title.
  const not =
    without.length === 0
      ? sql``
      : sql`and rowid not in (select rowid from search_texts where search_texts match ${without.map((term) => termOf(term, false)).join(" OR ")})`;
  const condition =
    where === undefined
      ? sql``
      : sql`and exists (select 1 from search_documents d where d.id = ${table}.rowid and ${where})`;
  // FTS5 scans from the newest and stops at the limit.
  return sql`select ${sql.lit(number)} as ask, json_group_array(rowid) as ids from (
    select rowid from ${table} where ${table} match ${expression} ${not} ${condition}
    order by rowid desc limit ${limit}
  )`;
};

/** Index on FTS5: a table of titles, and one of titles with texts; the rowid in both is the document's id. */
export const sqliteBackEnd: BackEnd = {
  async write(trx, documents) {
    const titles = documents.map(
      ({ id, title: { words, rest } }) => sql`(${id}, ${words.join(" ")}, ${rest.join(" ")})`,
    );
    await sql`insert or replace into search_titles (rowid, words, rest) values ${sql.join(titles)}`.execute(trx);
    const texts = documents.map(({ id, tokens }) => sql`(${id}, ${tokens})`);
    await sql`insert or replace into search_texts (rowid, words) values ${sql.join(texts)}`.execute(trx);
  },

  async erase(trx, id) {
    await sql`delete from search_titles where rowid = ${id}`.execute(trx);
    await sql`delete from search_texts where rowid = ${id}`.execute(trx);
  },

  conditions,
  all: (conditions) => conditions.join(" AND "),
  select,
  selectAll: compiledSelect(select),

  async optimize(db) {
    for (const table of ["search_titles", "search_texts"]) {
      await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('optimize')`.execute(db);
    }
  },
};

/** Parts of a MATCH expression with every token quoted, so that user input is never parsed as syntax. */
function conditions({ within, terms, crossWordPairs, acrossWords = false }: IndexQuery): string[] {
  const words = terms.map((term) => termOf(term, within === "titles" && !acrossWords));
  return [...new Set([...words, ...crossWordPairs.map(({ token }) => quote(token))])];
}

function termOf(term: Term, inTitle: boolean): string {
  const all = (tokens: readonly Lookup[]) => tokens.map((one) => lookup(one, inTitle)).join(" AND ");
  return `(${tellingReadings(term)
    .map(({ lookups }) => `(${all(lookups)})`)
    .join(" OR ")})`;
}

const quote = (token: string): string => `"${token.replaceAll('"', '""')}"`;

function lookup({ token, prefix }: Lookup, inTitle: boolean): string {
  const quoted = quote(token);
  if (prefix) return `(${quoted} OR ${quoted} *)`;
  // A pair counts for a title only if it is not the end of one word and the beginning of the next.
  return inTitle && [...token].length === 2 ? `words : ${quoted}` : quoted;
}
