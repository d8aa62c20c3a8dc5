import { breadcrumbs, graph, interactions, person } from "#app/features/seo/json-ld";
import { absolute, cardPath, originOf, pageMeta, siteOf } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import type { ArticlePage } from "./load-article-page.server";

/** Meta tags of an article. */
export function articleMeta(data: ArticlePage | undefined, matches: Parameters<typeof pageMeta>[1]) {
  if (!data) return pageMeta(undefined, matches);
  const { article } = data;
  const origin = originOf(matches);
  const card = `article/${article.id}`;
  return pageMeta(
    {
      title: article.title,
      description: article.excerpt,
      path: article.href,
      type: "article",
      image: article.cover?.url,
      card,
      jsonLd: graph(
        {
          "@type": "Article",
          headline: article.title,
          description: article.excerpt,
          mainEntityOfPage: origin + article.href,
          datePublished: article.createdAt,
          dateModified: article.updatedAt,
          author: person(origin, article.author, paths.writtenBy("article", article.author.userId)),
          keywords: article.tags.join(","),
          image: [absolute(article.cover?.url || cardPath(card), origin)],
          publisher: { "@type": "Organization", name: siteOf(matches).name, url: `${origin}/` },
          interactionStatistic: [
            interactions("LikeAction", article.likeCount),
            interactions("CommentAction", article.commentCount),
          ],
        },
        breadcrumbs(origin, [{ name: article.title, path: article.href }]),
      ),
    },
    matches,
  );
}
