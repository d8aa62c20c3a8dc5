import type { ArticleSummary } from "#app/contract/article";
import { placedMark } from "#app/features/content/placed-mark.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

/** What a list shows of an article, with its address. No more than that: it goes to the browser twice. */
export function articleLinks(article: ArticleSummary) {
  const { id, title, excerpt, cover, author, likeCount, commentCount, aiGenerated, createdAt } = article;
  return {
    id,
    title,
    excerpt,
    cover: cover && { url: cover.url },
    author: { userId: author.userId, nickname: author.nickname, avatar: author.avatar },
    likeCount,
    commentCount,
    aiGenerated,
    ...placedMark(article),
    createdAt,
    href: paths.article(encodeId(id)),
  };
}

export type ArticleItemData = ReturnType<typeof articleLinks>;
