import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { findPage } from "#upstream/db/list-position";
import { fromKey } from "#upstream/db/window";
import { isOfHidden } from "#upstream/modules/content/classifications";

/** Cases with their classification, as lists show them. */
export function caseSummaries(db: Db) {
  return (
    db
      .selectFrom("cases as k")
      // To readers, nothing belongs to one that is hidden.
      .leftJoin("classifications as c", (join) =>
        join.onRef("c.id", "=", "k.classification_id").on("c.hidden_at", "is", null),
      )
      .select([
        "k.id",
        "k.title",
        "k.excerpt",
        "k.cover",
        "k.classification_id",
        "c.name as classification_name",
        "k.tags",
        "k.like_count",
        "k.favorite_count",
        "k.comment_count",
        "k.created_at",
      ])
      .where("k.deleted_at", "is", null)
  );
}

/** Summaries in the order of `ids`; those that are gone are left out. */
export async function casesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(await caseSummaries(db).where("k.id", "in", ids).execute(), ids);
}

/** Page of cases, of one classification or of all. */
export type CaseListQuery = { page: number; pageSize: number; classificationId?: number | undefined };

/** One page of the case list, newest first: where it starts, which ids, then the rows. */
export async function listCases(db: Db, { page, pageSize, classificationId }: CaseListQuery) {
  const list = classificationId === undefined ? "case" : `case/class/${classificationId}`;
  const window = await findPage(db, list, page, pageSize);
  if (window.limit === 0) return { total: window.total, rows: [] };
  let ids = db
    .selectFrom("cases as k")
    .select("k.id")
    .where("k.deleted_at", "is", null)
    .where(fromKey("k", window.from))
    .orderBy("k.created_at", "desc")
    .orderBy("k.id", "desc")
    .limit(window.limit)
    .offset(window.offset);
  if (classificationId !== undefined) ids = ids.where("k.classification_id", "=", classificationId);
  const rows = await ids.execute();
  const found = await casesByIds(
    db,
    rows.map((row) => row.id),
  );
  return isOfHidden(found, { classificationId }) ? { total: 0, rows: [] } : { total: window.total, rows: found };
}

/** A case whole; undefined when it is not there or deleted. */
export function findCase(db: Db, id: number) {
  return caseSummaries(db)
    .select(["k.content_html", "k.headings", "k.report"])
    .where("k.id", "=", id)
    .executeTakeFirst();
}

/** The counters and the report of a case, without its text. */
export function findCaseFacts(db: Db, id: number) {
  return db
    .selectFrom("cases")
    .select(["like_count", "favorite_count", "comment_count", "report"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}
