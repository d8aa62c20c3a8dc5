import type { z } from "zod";
import type { zhikuContentApi } from "#app/contract/zhiku/content";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { findPage, findPageCapped } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { listOf } from "./lists";

/** Documents as lists show them; bodies are not read. */
export function zhikuSummaries(db: Db) {
  return db
    .selectFrom("zhiku_contents as c")
    .select([
      "c.id",
      "c.category_id",
      "c.type",
      "c.title",
      "c.abstract",
      "c.cover",
      "c.trial",
      "c.attachment_count",
      "c.read_count",
      "c.favorite_count",
      "c.created_at",
      "c.updated_at",
    ])
    .where("c.deleted_at", "is", null);
}

/** Documents for lists, in the order of `ids`; missing ones are omitted. */
export async function byIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(await zhikuSummaries(db).where("c.id", "in", ids).execute(), ids);
}

type ListQuery = z.output<typeof zhikuContentApi.list.query>;

/**
 * One page of a list: find the start, the ids, then load the rows. `hot` is ordered by readers, and ends after 1,000.
 */
export async function listContents(db: Db, tree: CategoryTree, query: ListQuery) {
  const { page, pageSize, categoryId, type, sort } = query;
  const hot = sort === "hot";
  const window = await (hot ? findPageCapped : findPage)(db, listOf({ categoryId, type }), page, pageSize);
  if (window.limit === 0) return { total: window.total, rows: [] };
  let ids = db
    .selectFrom("zhiku_contents as c")
    .select("c.id")
    .where("c.deleted_at", "is", null)
    .orderBy(hot ? "c.read_count" : "c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(window.limit)
    .offset(window.offset);
  if (!hot) ids = ids.where(fromKey("c", window.from));
  if (categoryId !== undefined) ids = ids.where("c.category_id", "in", tree.downwards(categoryId));
  if (type !== undefined) ids = ids.where("c.type", "=", type);
  const rows = await ids.execute();
  const found = await byIds(
    db,
    rows.map(({ id }) => id),
  );
  return { total: window.total, rows: found };
}

/** A document with its text; undefined if it does not exist or is unpublished. */
export function findContent(db: Db, id: number) {
  return zhikuSummaries(db)
    .select(["c.source", "c.length", "c.version", "c.document", "c.free_html", "c.content_html"])
    .select(["c.headings", "c.free_headings", "c.table_count", "c.picture_count"])
    .where("c.id", "=", id)
    .executeTakeFirst();
}

/** Columns that determine who may read a document, and its original file. */
export function findAccess(db: Db, id: number) {
  return db
    .selectFrom("zhiku_contents")
    .select(["id", "category_id", "trial", "version", "title", "document"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** A document's files, in order; undefined if there is no such document. */
export async function attachmentsOf(db: Db, contentId: number) {
  const rows = await db
    .selectFrom("zhiku_contents as c")
    .leftJoin("zhiku_attachments as a", "a.content_id", "c.id")
    .select(["a.id", "a.file_name", "a.content_type", "a.bytes", "a.download_count"])
    .where("c.id", "=", contentId)
    .where("c.deleted_at", "is", null)
    .orderBy("a.position")
    .orderBy("a.id")
    .execute();
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ id, file_name, content_type, bytes, download_count }) =>
    id === null || file_name === null || content_type === null || bytes === null
      ? []
      : [{ id, file_name, content_type, bytes, download_count: download_count ?? 0 }],
  );
}

const TRIALS_MAX = 60;

/** Documents open to everybody with a complete profile, newest first. */
export function trialContents(db: Db) {
  return zhikuSummaries(db)
    .where("c.trial", "=", 1)
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(TRIALS_MAX)
    .execute();
}

/** Documents recommended by the operator, then the most read. */
export function recommendedContents(db: Db, limit: number) {
  return zhikuSummaries(db)
    .orderBy("c.recommended", "desc")
    .orderBy("c.read_count", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

/** Other documents of the same category, most read first, then of nearby categories. */
export function relatedContents(
  db: Db,
  tree: CategoryTree,
  { id, category_id }: { id: number; category_id: number },
  limit: number,
) {
  const top = tree.upwards(category_id).at(-1);
  const around = top === undefined ? [category_id] : tree.downwards(top);
  return zhikuSummaries(db)
    .where("c.category_id", "in", around)
    .where("c.id", "!=", id)
    .orderBy((eb) => eb.case().when("c.category_id", "=", category_id).then(0).else(1).end())
    .orderBy("c.read_count", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}
