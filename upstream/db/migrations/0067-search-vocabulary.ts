import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/**
 * Words of titles, to which misspelt queries are mended; the synonyms that staff keep; and for PostgreSQL, how the newest
 * documents with some words are found among all. The words of titles that are there come in when the search is rebuilt.
 */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("search_vocabulary")
    .addColumn("word", "text", (column) => column.primaryKey())
    .addColumn("sound", "text", required)
    .addColumn("pinyin", "text", emptyText)
    .addColumn("initials", "text", emptyText)
    .execute();
  const index = (column: string) =>
    db.schema.createIndex(`search_vocabulary_${column}`).on("search_vocabulary").column(column);
  await index("sound").execute();
  await index("initials").where(sql.ref("initials"), "!=", sql.lit("")).execute();
  await withId(db.schema.createTable("search_synonyms"), kind)
    .addColumn("words", "text", required)
    .addColumn("created_at", "text", required)
    .execute();
  await db.schema
    .createTable("search_synonym_words")
    .addColumn("synonym_id", kind === "sqlite" ? "integer" : "bigint", (column) =>
      column.notNull().references("search_synonyms.id").onDelete("cascade"),
    )
    .addColumn("word", "text", required)
    .addPrimaryKeyConstraint("search_synonym_words_key", ["word", "synonym_id"])
    .execute();
  if (kind === "postgres") await createNewest(db);
}

/** As in 0002, for who asks for documents of every kind. */
async function createNewest(db: Kysely<unknown>): Promise<void> {
  for (const column of ["titles", "texts"]) {
    await sql`create function ${sql.raw(`search_newest_${column}`)}(looked tsquery, most integer)
      returns setof bigint language plpgsql stable rows 50 set enable_seqscan = off set enable_indexscan = off as $$
      begin
        return query select w.rowid from search_words w
          where w.${sql.ref(column)} @@ looked order by w.rowid desc limit most;
      end $$`.execute(db);
  }
}
