import { articleApi } from "#app/contract/article";
import type { Image } from "#app/contract/common";
import { fromJson } from "../../db/columns";
import { BusinessError, found } from "../../http/errors";
import { implement } from "../../http/implement";
import type { Heading } from "../../services/markdown/markdown";
import { favoritedIds, likedIds } from "../../viewer/reactions";
import { authorArticles, findArticle, findArticleDraft, listArticles } from "./queries";
import { articleSummaryView } from "./view";

export const article = implement(articleApi, {
  async get({ params }, { db, dependsOn }) {
    dependsOn(`article/${params.id}`);
    const row = found(await findArticle(db, params.id));
    dependsOn(`user/${row.author_user_id}`);
    return {
      ...articleSummaryView(row),
      contentHtml: row.content_html,
      headings: fromJson<Heading[]>(row.headings),
      length: row.length,
      version: row.version,
      aiGenerated: row.ai_generated === 1,
    };
  },

  async extraInfo({ params }, { db, viewer, dependsOn }) {
    dependsOn(`article/${params.id}`);
    const row = found(
      await db
        .selectFrom("articles")
        .select(["author_id", "like_count", "favorite_count", "comment_count"])
        .where("id", "=", params.id)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),
    );
    const viewerId = viewer?.userId ?? null;
    const [liked, favorited] = await Promise.all([
      likedIds(db, viewerId, "article", [params.id]),
      favoritedIds(db, viewerId, "article", [params.id]),
    ]);
    return {
      likeCount: row.like_count,
      favoriteCount: row.favorite_count,
      commentCount: row.comment_count,
      liked: liked.has(params.id),
      favorited: favorited.has(params.id),
      mine: viewerId === row.author_id,
    };
  },

  async list({ query }, { db, dependsOn }) {
    dependsOn("articles");
    const { window, rows } = await listArticles(db, query);
    dependsOn(...rows.map((row) => `user/${row.author_user_id}`));
    return { list: rows.map(articleSummaryView), total: window.total, page: query.page, pageSize: query.pageSize };
  },

  async authorList({ query }, { db, dependsOn }) {
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await authorArticles(db, query);
    return { list: rows.map(articleSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async myList({ query }, { db, viewer }) {
    const { total, rows } = await authorArticles(db, { ...query, userId: found(viewer).userId });
    return { list: rows.map(articleSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async init({ params }, { db, viewer }) {
    const row = found(await findArticleDraft(db, params.id));
    if (row.author_id !== found(viewer).userId) throw new BusinessError("FORBIDDEN");
    return {
      id: row.id,
      title: row.title,
      content: row.content,
      classificationId: row.classification_id,
      tags: fromJson<string[]>(row.tags),
      coverUrl: row.cover === null ? null : fromJson<Image>(row.cover).url,
      aiGenerated: row.ai_generated === 1,
      version: row.version,
    };
  },
});
