import { type RawBuilder, sql } from "kysely";
import { hasTrait, kindsWith } from "#app/contract/kinds";
import { ALONE, compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { nameKey } from "#upstream/text/name-key";
import { amongWords, packed, wordList } from "./one-statement";

/** Documents that a query names by tag or author. */
export type Named = {
  /** Documents tagged with the query. */
  tagged: number[];
  /** Documents whose author has this name. */
  authored: number[];
};

/** Lookups needed before documents are searched. */
export type NeededLookups = {
  /** The query as a possible tag or author; null if these are not searched. */
  name: string | null;
  /** Words that may occur in titles. */
  words: readonly string[];
  /** Phrases that may have synonyms. */
  names: readonly string[];
};

/** Results of a query's lookups, apart from the documents. */
export type LookedUp = {
  named: Named;
  /** Words among `words` that occur in titles. */
  known: string[];
  /** Phrases with a synonym maintained by staff. */
  synonyms: [name: string, other: string][];
  /** Highest document number; approximately the number of documents. */
  documents: number;
};

/** Maximum number of newest documents found by tag, and by author. */
const NAMED_MAX = 100;
const NAME_MAX = 40;

/** Loads everything a query needs before documents are searched, in one statement. */
export async function lookUp(db: Db, { name, words, names }: NeededLookups): Promise<LookedUp> {
  const called = name?.normalize("NFKC").replace(/\s+/g, " ").trim() ?? "";
  const values = {
    words: wordList(db, words),
    names: wordList(db, names),
    spellings: called.length <= NAME_MAX ? spellingsOf(called) : [],
    author: nameKey(called),
  };
  const rows = await partsOf(db, values, words.length > 0 ? "words" : "", names.length > 0 ? "names" : "");
  const found: Partial<Parts> = Object.fromEntries(rows.map(({ what, list }) => [what, JSON.parse(list)]));
  return {
    named: { tagged: (found.tagged ?? []).flat(), authored: (found.authored ?? []).flat() },
    known: (found.known ?? []).flat(),
    synonyms: found.synonyms ?? [],
    documents: found.documents?.[0]?.[0] ?? 0,
  };
}

/** Spellings of a name that are common for tags; none of an empty one. */
function spellingsOf(name: string): string[] {
  const lower = name.toLowerCase();
  const all = [name, lower, name.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
  return name === "" ? [] : [...new Set(all)];
}

type Values = { words: string; names: string; spellings: string[]; author: string };

const partsOf = compiledQuery((db, { words, names, spellings, author }: Values, ...wanted: readonly string[]) => {
  const list = (what: keyof Parts, columns: RawBuilder<unknown>[], from: RawBuilder<unknown>) =>
    sql`select ${sql.lit(what)} as what, ${packed(db, columns)} as list from ${from}`;
  const parts = [list("documents", [sql`d.id`], sql`(select max(id) as id from search_documents) as d`)];
  if (wanted.includes("words")) {
    parts.push(list("known", [sql`word`], sql`search_vocabulary where word ${amongWords(db, words)}`));
  }
  if (wanted.includes("names")) {
    parts.push(
      list(
        "synonyms",
        [sql`w.word`, sql`o.word`],
        sql`search_synonym_words w join search_synonym_words o on o.synonym_id = w.synonym_id and o.word <> w.word
          where w.word ${amongWords(db, names)}`,
      ),
    );
  }
  if (spellings.length > 0) {
    parts.push(list("tagged", [sql`t.id`], sql`(${taggedAs(spellings)}) as t`));
    parts.push(list("authored", [sql`a.id`], sql`(${byAuthor(author)}) as a`));
  }
  return sql<{ what: keyof Parts; list: string }>`${sql.join(parts, sql` union all `)}`;
}, ALONE);

type Parts = {
  documents: [number | null][];
  known: [string][];
  synonyms: [string, string][];
  tagged: [number][];
  authored: [number][];
};

/** The newest documents of each kind for each spelling of a tag, so that each is read from the end of an index. */
function taggedAs(spellings: readonly string[]): RawBuilder<unknown> {
  const lists = spellings.flatMap((spelling, at) =>
    kindsWith("tagged").map(
      (kind) => sql`select id from (select d.id from taggings t
        join search_documents d on d.kind = t.kind and d.item_id = t.item_id
        where t.kind = ${sql.lit(kind)} and t.tag = ${spelling}
        order by t.created_at desc limit ${sql.lit(NAMED_MAX)}) as ${sql.ref(`${kind}_${at}`)}`,
    ),
  );
  return sql.join(lists, sql` union all `);
}

function byAuthor(key: string): RawBuilder<unknown> {
  const author = sql`(select id from users where name_key = ${key} and deleted_at is null limit 1)`;
  const lists = kindsWith("searchable")
    .filter((kind) => hasTrait(kind, "owned"))
    .map(
      (kind) => sql`select id from (select d.id from ${sql.table(STORED[kind].table)} t
        join search_documents d on d.kind = ${sql.lit(kind)} and d.item_id = t.id
        where t.author_id = ${author} and t.deleted_at is null
        order by t.created_at desc limit ${sql.lit(NAMED_MAX)}) as ${sql.ref(`of_${kind}`)}`,
    );
  return sql.join(lists, sql` union all `);
}
