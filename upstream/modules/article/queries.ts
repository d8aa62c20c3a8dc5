import { sql } from "kysely";
import type { z } from "zod";
import type { articleSort } from "#app/contract/content/article";
import type { Services } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import type { Window } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { isOfHidden } from "#upstream/modules/content/classifications";
import { listedColumns } from "#upstream/modules/content/editor-columns";
import { featuredPage } from "#upstream/modules/content/featured";
import { taggedPage } from "#upstream/modules/content/tagged-page";
import { findPinnedPage, notPinned, withPinned } from "#upstream/modules/pin/pinned-page";
import { type LivePin, pinnedInList } from "#upstream/modules/pin/queries";

/** Articles with their author and classification, as lists show them. */
export function articleSummaries(db: Db) {
  return (
    db
      .selectFrom("articles as a")
      .innerJoin("users as u", "u.id", "a.author_id")
      // Readers must not see hidden classifications.
      .leftJoin("classifications as c", (join) =>
        join.onRef("c.id", "=", "a.classification_id").on("c.hidden_at", "is", null),
      )
      .select([
        "a.id",
        "a.excerpt",
        "a.cover",
        "a.classification_id",
        "c.name as classification_name",
        "a.tags",
        "a.like_count",
        "a.favorite_count",
        "a.comment_count",
        "a.featured",
        ...listedColumns("article", "a"),
        "a.created_at",
        "a.updated_at",
        ...AUTHOR_COLUMNS,
      ])
      .where("a.deleted_at", "is", null)
  );
}

const summariesAmong = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  articleSummaries(db).where("a.id", "in", ids),
);

/** Articles for lists, in the order of `ids`; missing ones are omitted. */
export async function articlesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(await summariesAmong(db, { ids }), ids);
}

type ArticleListQuery = {
  page: number;
  pageSize: number;
  sort: z.output<typeof articleSort>;
  classificationId?: number | undefined;
  tag?: string | undefined;
};

/** One page of the article list, pinned ones first: find the start, the ids, then load the rows. */
export async function listArticles(services: Pick<Services, "db" | "cached">, query: ArticleListQuery) {
  const { db } = services;
  const { total, ids, pins } = await articleIds(services, query);
  const rows = withPinned(await articlesByIds(db, ids), pins);
  return isOfHidden(rows, query) ? { total: 0, rows: [] } : { total, rows };
}

type Ids = { total: number; ids: number[]; pins: readonly LivePin[] };

async function articleIds(services: Pick<Services, "db" | "cached">, query: ArticleListQuery): Promise<Ids> {
  const { db } = services;
  const { page, pageSize, classificationId, tag } = query;
  const hot = query.sort === "hot";
  if (query.sort === "featured") return { ...(await featuredPage(db, "article", query)), pins: [] };
  if (tag !== undefined) {
    const only = classificationId === undefined ? undefined : sql<boolean>`t.classification_id = ${classificationId}`;
    return { ...(await taggedPage(db, { kind: "article", tag, page, pageSize }, { hot, only })), pins: [] };
  }
  const pins = await pinnedInList(services, "article", classificationId);
  const list = classificationId === undefined ? "article" : `article/class/${classificationId}`;
  const { total, pinned, rest } = await findPinnedPage(db, list, pins, { page, pageSize, hot });
  const others = await sortedIds(db, { hot, classificationId }, rest, pins);
  return { total, ids: [...pinned.map(({ key }) => key.id), ...others], pins };
}

async function sortedIds(
  db: Db,
  { hot, classificationId }: { hot: boolean; classificationId: number | undefined },
  window: Window,
  pins: readonly LivePin[],
): Promise<number[]> {
  if (window.limit === 0) return [];
  let ids = db
    .selectFrom("articles as a")
    .select("a.id")
    .where("a.deleted_at", "is", null)
    .limit(window.limit)
    .offset(window.offset);
  if (pins.length > 0) ids = ids.where(notPinned("a.id", pins));
  if (classificationId !== undefined) ids = ids.where("a.classification_id", "=", classificationId);
  ids = hot
    ? ids.orderBy("a.hot", "desc").orderBy("a.id", "desc")
    : ids.where(fromKey("a", window.from)).orderBy("a.created_at", "desc").orderBy("a.id", "desc");
  return (await ids.execute()).map((row) => row.id);
}

const wholeArticle = compiledQuery((db, { id }: { id: number }) =>
  articleSummaries(db).select(["a.content_html", "a.headings", "a.length", "a.version"]).where("a.id", "=", id),
);

/** An article with its text; undefined if it does not exist or is deleted. */
export const findArticle = async (db: Db, id: number) => (await wholeArticle(db, { id })).at(0);

type OwnPage = { userId: number; createdAt: string; id: number; limit: number; offset: number };
const newestOfAuthor = compiledQuery((db, { userId, createdAt, id, limit, offset }: OwnPage) =>
  articleSummaries(db)
    .where("a.author_id", "=", userId)
    .where(fromOwnKey("a.created_at", "a.id", { createdAt, id }))
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(limit)
    .offset(offset),
);

/** One page of an author's articles, newest first; the total is the author's counter. */
export async function authorArticles(db: Db, query: { userId: number; page: number; pageSize: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "article_count", query);
  if (limit === 0) return { total, rows: [] };
  const rows = await newestOfAuthor(db, { userId: query.userId, ...from, limit, offset });
  return { total, rows };
}
