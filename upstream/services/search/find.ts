import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { amongIds } from "./among-ids";
import type { BackEnd, Narrowing } from "./back-end";
import { type Candidate, FOUND_MAX, gather } from "./gather";
import type { Named } from "./named";
import { type ParsedQuery, squashed } from "./parse-query";
import { readCandidates } from "./read-candidates";
import type { SearchKind } from "./search";

/** Of documents with some of the words so many of the best are found. */
const SOME_FOUND_MAX = 100;
/** With so many documents that have all words, those with some are only found where they are among the best. */
const ENOUGH = 50;
/** Quoted phrases are looked for in the texts of so many of the best candidates, and in so many characters. */
const PHRASE_CHECKED_MAX = 200;
const PHRASE_CHARACTERS_MAX = 4_000_000;

/** Part of the index that a search looks into. */
export type Scope = {
  kinds: readonly SearchKind[];
  /** The kinds are all but those of zhiku: the index is asked for all it has. */
  whole: boolean;
  /** Only what has all words is found, where something has. */
  strict: boolean;
  /** Further condition on a row `d` of `search_documents`. */
  where?: RawBuilder<unknown> | undefined;
};

/** A document that was found. */
export type Found = {
  id: number;
  /** The question that it is, or belongs to; a number of its own for everything else. */
  group: number;
};

/** All that fits a query, the best first. */
export async function findDocuments(
  backEnd: BackEnd,
  db: Db,
  query: ParsedQuery,
  named: Named,
  scope: Scope,
): Promise<Found[]> {
  if (query.terms.length === 0 || scope.kinds.length === 0) return [];
  const narrowing = narrowingOf(query, scope);
  const documents = await newestDocument(db);
  const gathered = await gather(backEnd, db, query, { narrowing, documents, named });
  const { best, rest } = await readCandidates(db, { query, gathered });
  const ordered: Candidate[] = [...best, ...rest];
  if (query.phrases.length > 0) {
    const checked = await withPhrases(
      db,
      ordered.filter(({ all }) => all),
      query.phrases,
    );
    return rowsOf(db, checked, scope);
  }
  const all = ordered.filter((one) => one.all).length;
  if (scope.strict && all > 0) return rowsOf(db, ordered.filter((one) => one.all).slice(0, FOUND_MAX), scope);
  let some = 0;
  const kept = ordered.filter((one, place) => {
    if (one.all) return true;
    some += 1;
    return some <= SOME_FOUND_MAX && (all < ENOUGH || place < best.length);
  });
  return rowsOf(db, kept.slice(0, FOUND_MAX), scope);
}

/** Narrows every ask of a search to its kinds, its choices and its excluded words. */
export function narrowingOf({ without }: ParsedQuery, { kinds, whole, where }: Scope): Narrowing {
  const conditions = [...(whole ? [] : [sql`d.kind in (${sql.join(kinds)})`]), ...(where === undefined ? [] : [where])];
  return conditions.length === 0 ? { without } : { without, where: sql.join(conditions, sql` and `) };
}

/** The number of the newest document; about as many there are. */
async function newestDocument(db: Db): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from search_documents`.execute(db);
  return Number(rows[0]?.newest ?? 0);
}

/** Documents in their order, with what they stand under; those of other kinds are left out. */
async function rowsOf(db: Db, ordered: readonly { id: number }[], { kinds }: Scope): Promise<Found[]> {
  if (ordered.length === 0) return [];
  // One row with all of them: a thousand rows would cost more than the search.
  const { rows } = await sql<{ pairs: string | null }>`select ${isPostgres(db) ? sql`string_agg` : sql`group_concat`}(
    id || ',' || coalesce(question_id, case when kind = 'question' then item_id else -id end), ',') as pairs
    from search_documents where id ${amongIds(db, ordered)} and kind in (${sql.join(kinds)})`.execute(db);
  const numbers = JSON.parse(`[${rows[0]?.pairs ?? ""}]`) as number[];
  const groups = new Map<number, number>();
  for (let at = 0; at < numbers.length; at += 2) groups.set(numbers[at] ?? 0, numbers[at + 1] ?? 0);
  return ordered.flatMap(({ id }) => {
    const group = groups.get(id);
    return group === undefined ? [] : [{ id, group }];
  });
}

/** Gives kind and id of documents, in their order. */
export async function itemsOf(db: Db, found: readonly Found[]): Promise<{ kind: SearchKind; id: number }[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{ id: number; kind: SearchKind; item_id: number }>`select id, kind, item_id
    from search_documents where id ${amongIds(db, found)}`.execute(db);
  const items = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => {
    const item = items.get(id);
    return item ? [{ kind: item.kind, id: item.item_id }] : [];
  });
}

/** Those of the best candidates in which every phrase stands as it was quoted. */
async function withPhrases<T extends { id: number }>(
  db: Db,
  all: readonly T[],
  phrases: readonly string[],
): Promise<T[]> {
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
