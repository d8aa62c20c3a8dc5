import { sql } from "kysely";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
import type { Bit } from "#upstream/db/schema/columns";
import { storedAs } from "#upstream/db/stored-kinds";
import { AUTHOR_SQL, type AuthorColumns } from "#upstream/modules/author/author";
import type { SearchHitId } from "#upstream/services/search/search";

/** Kinds found by the site's search. */
export type SiteKind = KindWith<"searchable">;

/** A hit with everything shown of it; `body` is the indexed plain text. */
export type HitRow = {
  kind: SiteKind;
  id: number;
  question_id: number | null;
  /** Title of the hit; for an answer, its question's. */
  title: string;
  body: string;
  score: number;
  ai_generated: Bit;
  created_at: string;
  /** Author of the hit; null for a case, which has none. */
  author: AuthorColumns | null;
};

type Row = Omit<HitRow, "kind" | "author"> & (AuthorColumns | object);

/** Loads hits in their order, one statement per kind; missing ones are omitted. */
export async function hitRows(db: Db, hits: readonly SearchHitId<SiteKind>[]): Promise<HitRow[]> {
  const idsOf = (kind: SiteKind) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id);
  const lists = await Promise.all(kindsWith("searchable").map((kind) => rowsOf(db, kind, idsOf(kind))));
  const byKey = new Map(lists.flat().map((row) => [`${row.kind}/${row.id}`, row]));
  return hits.flatMap((hit) => byKey.get(`${hit.kind}/${hit.id}`) ?? []);
}

async function rowsOf(db: Db, kind: SiteKind, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return [];
  const rows = await rowsAmong(db, { list: idList(db, ids) }, kind);
  return rows.map((row) => ({ ...row, kind, author: "author_user_id" in row ? row : null }));
}

const rowsAmong = compiledQuery((db, { list }: { list: string }, kind: SiteKind) => {
  const { table, score, under } = storedAs(kind);
  const owned = hasTrait(kind, "owned");
  return sql<Row>`select i.id, ${under ? sql`i.question_id, q.title` : sql`null as question_id, i.title`},
      s.body, ${score ? sql.ref(`i.${score}`) : sql`0`} as score,
      ${hasTrait(kind, "drafted") ? sql`i.ai_generated` : sql`0 as ai_generated`}, i.created_at
      ${owned ? sql`, ${AUTHOR_SQL}` : sql``}
    from ${sql.table(table)} i
    ${owned ? sql`inner join users u on u.id = i.author_id` : sql``}
    ${under ? sql`inner join questions q on q.id = i.question_id and q.deleted_at is null` : sql``}
    inner join search_documents d on d.item_id = i.id and d.kind = ${kind}
    inner join search_sources s on s.document_id = d.id
    where i.id ${amongIds(db, list)} and i.deleted_at is null`;
});
