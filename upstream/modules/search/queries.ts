import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import type { Bit } from "#upstream/db/schema/columns";
import { AUTHOR_COLUMNS, type AuthorColumns } from "#upstream/modules/author/author";
import type { SearchHitId } from "#upstream/services/search/search";

/** Kinds that the site's own search looks for. */
export type SiteKind = KindWith<"searchable">;

/** A hit with all that is shown of it; `body` is the plain text of the index. */
export type HitRow = {
  kind: SiteKind;
  id: number;
  question_id: number | null;
  /** The title; of an answer, that of its question. */
  title: string;
  body: string;
  score: number;
  ai_generated: Bit;
  created_at: string;
  /** Null for a case: nobody wrote it. */
  author: AuthorColumns | null;
};

/** The hits in their order, one statement for each kind that is among them; those that are gone are left out. */
export async function hitRows(db: Db, hits: readonly SearchHitId<SiteKind>[]): Promise<HitRow[]> {
  const idsOf = (kind: SiteKind) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id);
  const lists = await Promise.all([
    questionRows(db, idsOf("question")),
    answerRows(db, idsOf("answer")),
    articleRows(db, idsOf("article")),
    caseRows(db, idsOf("case")),
  ]);
  const byKey = new Map(lists.flat().map((row) => [`${row.kind}/${row.id}`, row]));
  return hits.flatMap((hit) => byKey.get(`${hit.kind}/${hit.id}`) ?? []);
}

async function questionRows(db: Db, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("questions as q")
    .innerJoin("users as u", "u.id", "q.author_id")
    .innerJoin("search_documents as d", (join) => join.onRef("d.item_id", "=", "q.id").on("d.kind", "=", "question"))
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select([
      "q.id",
      "q.title",
      "s.body",
      "q.answer_count as score",
      "q.ai_generated",
      "q.created_at",
      ...AUTHOR_COLUMNS,
    ])
    .where("q.id", "in", ids)
    .where("q.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, kind: "question", question_id: null, author: row }));
}

async function answerRows(db: Db, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("answers as a")
    .innerJoin("questions as q", "q.id", "a.question_id")
    .innerJoin("users as u", "u.id", "a.author_id")
    .innerJoin("search_documents as d", (join) => join.onRef("d.item_id", "=", "a.id").on("d.kind", "=", "answer"))
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select([
      "a.id",
      "a.question_id",
      "q.title",
      "s.body",
      "a.vote_up as score",
      "a.ai_generated",
      "a.created_at",
      ...AUTHOR_COLUMNS,
    ])
    .where("a.id", "in", ids)
    .where("a.deleted_at", "is", null)
    .where("q.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, kind: "answer", author: row }));
}

async function articleRows(db: Db, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("articles as a")
    .innerJoin("users as u", "u.id", "a.author_id")
    .innerJoin("search_documents as d", (join) => join.onRef("d.item_id", "=", "a.id").on("d.kind", "=", "article"))
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["a.id", "a.title", "s.body", "a.like_count as score", "a.ai_generated", "a.created_at", ...AUTHOR_COLUMNS])
    .where("a.id", "in", ids)
    .where("a.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, kind: "article", question_id: null, author: row }));
}

async function caseRows(db: Db, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("cases as c")
    .innerJoin("search_documents as d", (join) => join.onRef("d.item_id", "=", "c.id").on("d.kind", "=", "case"))
    .innerJoin("search_sources as s", "s.document_id", "d.id")
    .select(["c.id", "c.title", "s.body", "c.like_count as score", "c.created_at"])
    .where("c.id", "in", ids)
    .where("c.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, kind: "case", question_id: null, ai_generated: 0, author: null }));
}
