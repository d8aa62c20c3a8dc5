import type { Services } from "#upstream/call/context";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import type { SqliteDatabase } from "#upstream/db/sqlite";
import { createChance } from "#upstream/demo/chance";
import { createSite } from "#upstream/demo/site";
import { setSetting } from "#upstream/modules/config/settings";
import { enterWords, wordsOfTitle } from "#upstream/services/search/vocabulary";
import { newAuthor, type Seeding, writeArticle, writeQuestion } from "./seed-content";
import { readCorpus } from "./seed-texts";

const SEED = 20261121;
const DAY = 24 * 3600 * 1000;
const SPAN = 1000 * DAY;

/**
 * Fills an empty SQLite database with `size` articles, half as many questions with four answers each, two comments per
 * article, and one author per 50 articles. Rows are written directly in their final state, without the functions that
 * write one at a time; every counter, rank, list and index has the value that those would produce.
 */
export async function seed(services: Services, size: number): Promise<void> {
  const { sqlite } = services.connection;
  if (!sqlite) throw new Error("the benchmark seeds SQLite only");
  const site = await createSite(services, "upstream/demo/content", { authors: new Map(), readers: [] });
  const start = services.clock().getTime() - SPAN;
  const seeding: Seeding = {
    chance: createChance(SEED),
    corpus: readCorpus(),
    classes: [...site.classifications.article.values()],
    insert: createInsert(sqlite),
    timeOf: (index, share) => new Date(start + ((index + share) / size) * SPAN * 0.99).toISOString(),
    authors: Array.from({ length: Math.max(20, size / 50) }, newAuthor),
    documents: 0,
    titles: new Set(),
  };

  // The file is discarded if this fails, so it needs no journal.
  sqlite.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
  setHashSize(sqlite, HASH_SIZE.bulk);
  sqlite.exec("begin");
  for (let id = 1; id <= size; id++) {
    writeArticle(seeding, id);
    if (id % 2 === 0) writeQuestion(seeding, id / 2);
  }
  writeAuthors(seeding);
  writeVersions(seeding, size);
  sqlite.exec(`insert into tags (name, total) select tag, count(*) from taggings group by tag;
    update classifications set total = (select count(*) from articles a where a.classification_id = classifications.id)
      where kind = 'article';
    commit`);
  setHashSize(sqlite, HASH_SIZE.normal);
  await services.db.transaction().execute(async (trx) => {
    await setSetting(trx, "recommend-author", [1, 2, 3, 4, 5]);
    await rebuildLists(trx);
  });
  await enterTitles(services, [...seeding.titles]);
  await services.search.optimize(services.connection);
}

/** Creates a function that inserts rows, with one prepared statement per table and number of columns. */
function createInsert(sqlite: SqliteDatabase): Seeding["insert"] {
  const statements = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  return (table, row) => {
    const columns = Object.keys(row);
    const name = `${table} ${columns.length}`;
    let statement = statements.get(name);
    if (!statement) {
      const marks = columns.map(() => "?").join();
      statement = sqlite.prepare(`insert into ${table} (${columns.join()}) values (${marks})`);
      statements.set(name, statement);
    }
    statement.run(Object.values(row));
  };
}

function writeAuthors({ authors, insert, timeOf }: Seeding): void {
  for (const [n, counts] of authors.entries()) {
    insert("users", { nickname: `作者${n + 1}`, headline: "写给测量", created_at: timeOf(0, 0), ...counts });
  }
}

function writeVersions({ authors, insert }: Seeding, size: number): void {
  const versions = { article: size, question: size / 2, user: authors.length, profile: authors.length };
  for (const [kind, count] of Object.entries(versions)) {
    for (let id = 1; id <= count; id++) insert("versions", { key: `${kind}/${id}`, version: 1 });
  }
}

/** Adds the words of titles to the search's vocabulary. */
async function enterTitles({ db }: Services, titles: readonly string[]): Promise<void> {
  for (let from = 0; from < titles.length; from += 100) {
    await enterWords(db, titles.slice(from, from + 100).flatMap(wordsOfTitle));
  }
}

/** Bytes of index entries that FTS5 buffers before writing them; a larger buffer needs less merging. */
const HASH_SIZE = { normal: 1024 * 1024, bulk: 128 * 1024 * 1024 };

function setHashSize(sqlite: SqliteDatabase, bytes: number): void {
  for (const table of ["search_titles", "search_texts"]) {
    sqlite.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${bytes})`);
  }
}
