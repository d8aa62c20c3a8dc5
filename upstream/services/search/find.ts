import { type RawBuilder, sql } from "kysely";
import { ALONE, compiledQuery } from "#upstream/db/compiled-query";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
import type { BackEnd, Narrowing } from "./back-end";
import { type Candidate, GATHERED_MAX } from "./candidates";
import { type Gathered, gather } from "./gather";
import type { LookedUp, Named } from "./look-up";
import { type ParsedQuery, squashed } from "./parse-query";
import { type Read, readCandidates } from "./read-candidates";
import type { SearchKind } from "./search";

/** Maximum number of best documents with only some of the words. */
const SOME_FOUND_MAX = 100;
/** Once this many documents have all words, those with only some are included only if they are among the best. */
const ENOUGH = 50;
/** Number of best candidates whose texts are checked for quoted phrases, and characters checked in each. */
const PHRASE_CHECKED_MAX = 200;
const PHRASE_CHARACTERS_MAX = 4_000_000;

/** Part of the index to search. */
export type Scope = {
  kinds: readonly SearchKind[];
  /** Whether `kinds` are all except those of zhiku, so that the whole index is searched. */
  whole: boolean;
  /** Returns only documents with all words, if there are any. */
  strict: boolean;
  /** Additional condition on a row `d` of `search_documents`. */
  where?: RawBuilder<unknown> | undefined;
};

/** A document that was found. */
export type FoundDocument = {
  id: number;
  /** The question that it is or belongs to; a unique number for other documents. */
  group: number;
  /** Kind and id of the document; null if it is ranked too low to be loaded. */
  item: Item | null;
};
type Item = { kind: SearchKind; id: number };

/** Documents that were found, and the words of the query that occur in none of the searched texts. */
export type FoundWith = { found: FoundDocument[]; missing: string[] };

/** A query, what was looked up for it, and where to search. */
type Sought = { query: ParsedQuery; known: Pick<LookedUp, "named" | "documents">; scope: Scope };

/** Finds all documents for a query, best first. */
export async function findDocuments(
  backEnd: BackEnd,
  db: Db,
  { query, known: { named: byName, documents }, scope }: Sought,
): Promise<FoundWith> {
  const narrowing = narrowingOf(query, scope);
  const named = await namedWithin(db, byName, scope.where);
  const gathered = await gather(backEnd, db, query, { narrowing, documents, named });
  const found = await chosenOf(db, query, gathered, scope);
  // The words of an author's name, or of a tag, need not be in texts.
  const isNamed = named.tagged.length + named.authored.length > 0;
  const missing = isNamed ? [] : gathered.missing.flatMap((number) => query.terms[number]?.word ?? []);
  return { found, missing };
}

/** Reads the candidates, and chooses those to show, in order. */
async function chosenOf(db: Db, query: ParsedQuery, gathered: Gathered, scope: Scope): Promise<FoundDocument[]> {
  const { best, rest } = await readCandidates(db, { query, gathered });
  const ordered: (Read | Candidate)[] = [...best, ...rest];
  if (query.phrases.length > 0) {
    const checked = await withPhrases(
      db,
      ordered.filter(({ all }) => all),
      query.phrases,
    );
    return rowsOf(db, checked, scope);
  }
  const all = ordered.filter((one) => one.all).length;
  if (scope.strict && all > 0) return rowsOf(db, ordered.filter((one) => one.all).slice(0, GATHERED_MAX), scope);
  let some = 0;
  const kept = ordered.filter((one, place) => {
    if (one.all) return true;
    some += 1;
    return some <= SOME_FOUND_MAX && (all < ENOUGH || place < best.length);
  });
  return rowsOf(db, kept.slice(0, GATHERED_MAX), scope);
}

/** Keeps the documents named by tag or author that meet the condition, as the index does with its own. */
async function namedWithin(db: Db, named: Named, where: Scope["where"]): Promise<Named> {
  const ids = [...named.tagged, ...named.authored];
  if (where === undefined || ids.length === 0) return named;
  const { rows } = await sql<{ id: number }>`select d.id from search_documents d
    where d.id ${amongIds(db, idList(db, ids))} and ${where}`.execute(db);
  const kept = new Set(rows.map(idOf));
  const within = (list: readonly number[]) => list.filter((id) => kept.has(id));
  return { tagged: within(named.tagged), authored: within(named.authored) };
}

/** Restricts every index lookup of a search to its kinds, filters and excluded words. */
export function narrowingOf({ without }: ParsedQuery, { kinds, whole, where }: Scope): Narrowing {
  const conditions = [...(whole ? [] : [sql`d.kind in (${sql.join(kinds)})`]), ...(where === undefined ? [] : [where])];
  return conditions.length === 0 ? { without } : { without, where: sql.join(conditions, sql` and `) };
}

const idOf = ({ id }: { id: number }): number => id;

type Ordered = { id: number; row?: { kind: SearchKind; item_id: number } };

/** Loads documents in order, with their groups; those of other kinds are omitted. */
async function rowsOf(db: Db, ordered: readonly Ordered[], { kinds }: Scope): Promise<FoundDocument[]> {
  if (ordered.length === 0) return [];
  const rows = await groupsOf(db, { kinds, list: idList(db, ordered.map(idOf)) });
  const groups = JSON.parse(rows[0]?.groups ?? "[]") as (number | null)[];
  const found: FoundDocument[] = [];
  ordered.forEach(({ id, row }, at) => {
    const group = groups[at] ?? null;
    if (group !== null) found.push({ id, group: group || -id, item: row ? { kind: row.kind, id: row.item_id } : null });
  });
  return found;
}

/** Packs the groups of documents in order: null for one of another kind, 0 for one that has no answers. */
const groupsOf = compiledQuery((db, { kinds, list }: { kinds: readonly SearchKind[]; list: string }) => {
  const group = sql`case when d.kind in (${sql.join(kinds)})
    then case d.kind when 'answer' then coalesce(d.question_id, 0) when 'question' then d.item_id else 0 end end`;
  return isPostgres(db)
    ? sql<{ groups: string }>`select json_agg(${group} order by j.place)::text as groups
        from unnest(${list}::bigint[]) with ordinality as j(value, place) left join search_documents d on d.id = j.value`
    : sql<{ groups: string }>`select json_group_array(${group}) as groups
        from json_each(${list}) j left join search_documents d on d.id = j.value`;
}, ALONE);

/** Loads kind and id of documents, in order. */
export async function itemsOf(db: Db, found: readonly FoundDocument[]): Promise<Item[]> {
  const unknown = found.filter(({ item }) => item === null);
  if (unknown.length === 0) return found.flatMap(({ item }) => item ?? []);
  const { rows } = await sql<{ id: number; kind: SearchKind; item_id: number }>`select id, kind, item_id
    from search_documents where id ${amongIds(db, idList(db, unknown.map(idOf)))}`.execute(db);
  const items = new Map(rows.map(({ id, kind, item_id }) => [id, { kind, id: item_id }]));
  return found.flatMap(({ id, item }) => item ?? items.get(id) ?? []);
}

/** The best candidates that contain every quoted phrase literally. */
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
