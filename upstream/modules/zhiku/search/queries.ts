import type { Db } from "#upstream/db/dialect";
import type { ZhikuSearchKind } from "#upstream/db/schema/search-documents";
import type { SearchHitId } from "#upstream/services/search/search";

/** Loads hits in order, with the text in which each matched; missing ones are omitted. */
export async function hitRows(db: Db, hits: readonly SearchHitId<ZhikuSearchKind>[]) {
  if (hits.length === 0) return [];
  const rows = await db
    .selectFrom("zhiku_contents as c")
    .innerJoin("search_documents as d", "d.item_id", "c.id")
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["c.id", "c.title", "c.category_id", "c.type", "c.trial", "c.updated_at", "d.kind", "s.body"])
    .where("c.deleted_at", "is", null)
    .where(
      "d.kind",
      "in",
      hits.map(({ kind }) => kind),
    )
    .where(
      "d.item_id",
      "in",
      hits.map(({ id }) => id),
    )
    .execute();
  const found = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]));
  return hits.flatMap(({ kind, id }) => found.get(`${kind}/${id}`) ?? []);
}
