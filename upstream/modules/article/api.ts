import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { articleApi } from "#app/contract/content/article";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { KIND_ORDER_KEYS } from "#upstream/modules/content/hot-order";
import { requireOwn } from "#upstream/modules/content/own";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { ownSource } from "#upstream/modules/content/source";
import { publishChange } from "#upstream/modules/publication/publish-change";
import { publishNew } from "#upstream/modules/publication/publish-new";
import { limitedWrite } from "#upstream/policy/limited-write";
import type { Heading } from "#upstream/services/markdown/markdown";
import { reactionsTo } from "#upstream/viewer/reactions";
import { authorArticles, findArticle, listArticles } from "./queries";
import { articleSummaryView } from "./view";

export const article = implement(articleApi, {
  create: ({ body }, call) =>
    publishNew(call, "article", body, { draftTarget: draftTargets.new("article", body.draft) }),

  update: ({ body }, call) => publishChange(call, "article", body),

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "article", id, userId);
      await softDelete(trx, call, "article", id);
      return null;
    }),

  async get({ params }, call) {
    call.dependsOn(`article/${params.id}`);
    const row = found(await findArticle(call.db, params.id));
    return {
      ...show(call, articleSummaryView(row)),
      contentHtml: row.content_html,
      headings: fromJson<Heading[]>(row.headings),
      length: row.length,
      version: row.version,
    };
  },

  async extraInfo({ params }, { db, viewer, sharedPart }) {
    const row = await sharedPart(`article/extraInfo/${params.id}`, async (shared) => {
      shared.dependsOn(`article/${params.id}`);
      return found(
        await shared.db
          .selectFrom("articles")
          .select(["author_id", "like_count", "favorite_count", "comment_count"])
          .where("id", "=", params.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst(),
      );
    });
    const viewerId = viewer?.userId ?? null;
    const own = await reactionsTo(db, viewerId, "article", params.id);
    return {
      likeCount: row.like_count,
      favoriteCount: row.favorite_count,
      commentCount: row.comment_count,
      ...own,
      mine: viewerId === row.author_id,
    };
  },

  async list({ query }, call) {
    call.dependsOn("articles");
    if (query.sort === "hot") call.dependsOn(...KIND_ORDER_KEYS);
    if (query.classificationId !== undefined) call.dependsOn("config");
    return showPage(call, query, await listArticles(call, query), articleSummaryView);
  },

  authorList: ({ query }, call) => pageOfAuthor(call, query),
  myList: ({ query }, call) => pageOfAuthor(call, { ...query, userId: call.viewer.userId }),

  init: ({ params: { id } }, { db, viewer }) => ownSource(db, "article", { id, userId: viewer.userId }),
});

/** One page of a person's texts, newest first. It depends on `user/…` too, because the author is shown with each. */
async function pageOfAuthor(call: Call, query: z.output<typeof authorPageQuery>) {
  call.dependsOn(`by/article/${query.userId}`, `user/${query.userId}`);
  return showPage(call, query, await authorArticles(call.db, query), articleSummaryView);
}
