import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { fromKey } from "#upstream/db/lists/window";
import { isOfHidden } from "#upstream/modules/content/classifications";
import { findPinnedPage, notPinned, withPinned } from "#upstream/modules/pin/pinned-page";
import { pinnedInList } from "#upstream/modules/pin/queries";

/** Cases with their classification, as lists show them. */
export function caseSummaries(db: Db) {
  return (
    db
      .selectFrom("cases as k")
      // Readers must not see hidden classifications.
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
        "k.featured",
        "k.created_at",
      ])
      .where("k.deleted_at", "is", null)
  );
}

/** Cases for lists, in the order of `ids`; missing ones are omitted. */
export async function casesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(await caseSummaries(db).where("k.id", "in", ids).execute(), ids);
}

/** Query for a page of cases, in one classification or all. */
export type CaseListQuery = { page: number; pageSize: number; classificationId?: number | undefined };

/** One page of the case list, pinned ones first, then newest: find the start, the ids, then load the rows. */
export async function listCases(services: Pick<Services, "db" | "cached">, query: CaseListQuery) {
  const { db } = services;
  const { page, pageSize, classificationId } = query;
  const list = classificationId === undefined ? "case" : `case/class/${classificationId}`;
  const pins = await pinnedInList(services, "case", classificationId);
  const { total, pinned, rest } = await findPinnedPage(db, list, pins, { page, pageSize, hot: false });
  const first = pinned.map(({ key }) => key.id);
  if (first.length + rest.limit === 0) return { total, rows: [] };
  let ids = db
    .selectFrom("cases as k")
    .select("k.id")
    .where("k.deleted_at", "is", null)
    .where(fromKey("k", rest.from))
    .orderBy("k.created_at", "desc")
    .orderBy("k.id", "desc")
    .limit(rest.limit)
    .offset(rest.offset);
  if (pins.length > 0) ids = ids.where(notPinned("k.id", pins));
  if (classificationId !== undefined) ids = ids.where("k.classification_id", "=", classificationId);
  const others = rest.limit === 0 ? [] : await ids.execute();
  const rows = withPinned(await casesByIds(db, [...first, ...others.map((row) => row.id)]), pins);
  return isOfHidden(rows, { classificationId }) ? { total: 0, rows: [] } : { total, rows };
}

/** A case with its text; undefined if it does not exist or is deleted. */
export function findCase(db: Db, id: number) {
  return caseSummaries(db)
    .select(["k.content_html", "k.headings", "k.report"])
    .where("k.id", "=", id)
    .executeTakeFirst();
}

/** Counters and report of a case, without its text. */
export function findCaseFacts(db: Db, id: number) {
  return db
    .selectFrom("cases")
    .select(["like_count", "favorite_count", "comment_count", "report"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}
