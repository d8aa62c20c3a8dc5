import { type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { adminZhikuContentApi, ListedZhikuContent } from "#app/contract/admin/zhiku/content";
import type { ZhikuContentState } from "#app/contract/admin/zhiku/content-states";
import type { Db } from "#upstream/db/dialect";
import { containsWord } from "#upstream/db/like";
import type { ZhikuContentsTable } from "#upstream/db/schema/zhiku-catalogue";
import { matchesIdOr } from "#upstream/modules/admin/list/matching";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { type CategoryTree, categoryRef } from "#upstream/modules/zhiku/category/tree";

type Filter = z.output<typeof adminZhikuContentApi.list.query>;

const COLUMNS = [
  "id",
  "title",
  "type",
  "category_id",
  "trial",
  "recommended",
  "attachment_count",
  "read_count",
  "created_at",
  "updated_at",
  "version",
  "deleted_at",
  "removed_at",
  "draft",
  "hidden",
] as const;
type Row = Pick<Selectable<ZhikuContentsTable>, (typeof COLUMNS)[number]>;

const STATES: Record<ZhikuContentState, RawBuilder<boolean>> = {
  public: sql`deleted_at is null`,
  draft: sql`removed_at is null and draft = 1`,
  hidden: sql`removed_at is null and draft = 0 and deleted_at is not null`,
  removed: sql`removed_at is not null`,
};

/**
 * Lists documents after a list position: of a category with its subcategories, in the readers' order, else by latest
 * change. Every page costs the same; a search for words scans what it skips.
 */
export async function listEditedContents(db: Db, tree: CategoryTree, filter: Filter) {
  const { state, categoryId, q, cursor, limit } = filter;
  const order = categoryId === undefined ? "updated_at" : "created_at";
  const position = readPosition(cursor, ["time", "id"]);
  let query = db
    .selectFrom("zhiku_contents")
    .select(COLUMNS)
    .where(state ? STATES[state] : sql<boolean>`removed_at is null`)
    .orderBy(order, "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (categoryId !== undefined) {
    const within = tree.downwards(categoryId);
    if (within.length === 0) return { list: [], nextCursor: null };
    query = query.where("category_id", "in", within);
  }
  if (q) query = query.where(matchesIdOr("id", q, [containsWord(sql.ref("title"), q)]));
  if (position) query = query.where(beyond([order, "id"], "desc", position));
  const page = pageOf(await query.execute(), limit, (row) => cursorAfter(row[order], row.id));
  return { list: page.list.map((row) => listedContentView(row, tree)), nextCursor: page.nextCursor };
}

/** State of a document's row. */
export function contentStateOf({
  deleted_at,
  removed_at,
  draft,
}: Pick<Row, "deleted_at" | "removed_at" | "draft">): ZhikuContentState {
  if (removed_at !== null) return "removed";
  if (deleted_at === null) return "public";
  return draft === 1 ? "draft" : "hidden";
}

/** Maps a document for the console's list. */
export const listedContentView = (row: Row, tree: CategoryTree): ListedZhikuContent => ({
  id: row.id,
  title: row.title,
  type: row.type,
  category: categoryRef(tree, row.category_id),
  state: contentStateOf(row),
  withCategory: row.hidden === 1,
  trial: row.trial === 1,
  recommended: row.recommended === 1,
  attachmentCount: row.attachment_count,
  readCount: row.read_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});
