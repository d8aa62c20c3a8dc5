import { type Kysely, sql } from "kysely";
import { type DialectKind, required, withId } from "./columns";

/**
 * The search index. Words are cut before they are stored, so both databases index plain tokens: FTS5 without
 * a copy of the text on SQLite, a weighted `tsvector` on PostgreSQL. Titles have an index of their own: it is
 * small, so that what has the words in its title is found at once among any number of texts.
 */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("search_documents"), kind)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("question_id", "bigint")
    .addColumn("created_at", "text", required)
    .addUniqueConstraint("search_documents_item", ["kind", "item_id"])
    .execute();
  await db.schema
    .createIndex("search_documents_question")
    .on("search_documents")
    .column("question_id")
    .where(sql.ref("question_id"), "is not", null)
    .execute();
  await db.schema
    .createTable("search_sources")
    .addColumn("document_id", kind === "sqlite" ? "integer" : "bigint", (column) =>
      column.primaryKey().references("search_documents.id").onDelete("cascade"),
    )
    .addColumn("title", "text", required)
    .addColumn("body", "text", required)
    .execute();
  if (kind === "sqlite") {
    for (const table of ["search_titles", "search_texts"]) {
      // Tokens come with spaces between them; `+` and `#` are for C++ and C#. Prefixes are for Latin words:
      // a Chinese token has two characters.
      await sql`create virtual table ${sql.table(table)} using fts5(
        words, rest, content='', contentless_delete=1, tokenize="unicode61 tokenchars '+#'", prefix='3'
      )`.execute(db);
    }
  } else {
    await createVectors(db);
  }
}

/**
 * `titles` and `texts` say what is there, `topics` what it is mostly about. The vectors lie apart from the
 * rows (`toast_tuple_target`), so that going through the rows of a common word reads few pages.
 */
async function createVectors(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_words (
    rowid bigint primary key references search_documents(id) on delete cascade,
    kind text not null,
    titles tsvector not null,
    texts tsvector not null,
    topics tsvector not null
  ) with (toast_tuple_target = 128)`.execute(db);
  for (const column of ["titles", "texts"]) {
    // What was written lately lies in a list that every search walks, so it is kept short.
    await sql`create index ${sql.raw(`search_words_${column}`)} on search_words
      using gin (${sql.ref(column)}) with (fastupdate = on, gin_pending_list_limit = 512)`.execute(db);
    // The planner doesn't know what reading a vector costs, and would do it for each row rather than use the
    // index; a function can forbid it that.
    await sql`create function ${sql.raw(`search_newest_${column}`)}(looked tsquery, among text[], most integer)
      returns setof bigint language plpgsql stable rows 50 set enable_seqscan = off set enable_indexscan = off as $$
      begin
        return query select w.rowid from search_words w
          where w.${sql.ref(column)} @@ looked and w.kind = any(among) order by w.rowid desc limit most;
      end $$`.execute(db);
  }
}
