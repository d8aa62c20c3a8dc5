import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { ContentsAside, ContentsFold } from "#app/components/ui/contents-list";
import { DetailCover } from "#app/components/ui/detail-cover";
import { Prose } from "#app/components/ui/prose";
import { readingMinutes } from "#app/components/ui/reading-time";
import { Tag, Tags } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { articleMeta } from "#app/features/article/article-meta";
import { loadArticlePage } from "#app/features/article/load-article-page.server";
import { MoreByAuthor } from "#app/features/article/more-by-author";
import { AuthorCard } from "#app/features/author/author-card";
import { AuthorLine } from "#app/features/author/author-line";
import { Comments } from "#app/features/comment/comments";
import { AiMark } from "#app/features/content/ai-mark";
import { Edited } from "#app/features/history/edited";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { FavoriteButton, LikeButton } from "#app/features/reaction/reaction-buttons";
import { LazyOwnTools } from "#app/features/write/lazy-own-tools";
import { paths } from "#app/paths";
import { idOfParam } from "#app/server/params/short-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(data, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadArticlePage(args, idOfParam(args, paths.article));
}

export default function Article() {
  const { article, own, ownLinks, author, followed, me, more, comments } = useLoaderData<typeof loader>();
  const { classification } = article;
  return (
    <Columns
      side={
        <>
          <AuthorCard author={author} kind="article" followed={followed} me={me || (own?.mine ?? false)} />
          <MoreByAuthor author={article.author} articles={more} />
          <ContentsAside headings={article.headings} />
        </>
      }
    >
      <article className="card detail" aria-labelledby="article-title">
        <DetailCover cover={article.cover} />
        <h1 className="detail-title" id="article-title">
          {article.title}
        </h1>
        <div className="detail__by">
          <AuthorLine author={article.author} size="large" />
          <p className="detail__facts">
            <Time value={article.createdAt} />
            <span>约 {readingMinutes(article.length)} 分钟读完</span>
            {classification ? <Tag to={paths.articles({ class: classification.id })}>{classification.name}</Tag> : null}
            {article.featured ? <Tag tone="warm">精华</Tag> : null}
            <AiMark on={article.aiGenerated} />
          </p>
        </div>
        <ContentsFold headings={article.headings} />
        <Prose html={article.contentHtml} />
        <footer className="detail__end">
          <Tags names={article.tags} href={(tag) => paths.articles({ tag })} />
          <Edited {...article} />
          <div className="actions" id="reactions">
            <LikeButton
              kind="article"
              id={article.id}
              count={own?.likeCount ?? article.likeCount}
              active={own?.liked ?? false}
              showLabel
              anchor="reactions"
            />
            <FavoriteButton
              kind="article"
              id={article.id}
              count={own?.favoriteCount ?? article.favoriteCount}
              active={own?.favorited ?? false}
              showLabel
              anchor="reactions"
            />
            <LazyMoreMenu
              what="这篇文章"
              report={!ownLinks && `article:${article.id}`}
              favorite={{ kind: "article", id: article.id }}
            >
              <LazyOwnTools own={ownLinks} />
            </LazyMoreMenu>
          </div>
        </footer>
      </article>
      <div className="card">
        <Comments id="comments" place={null} page={comments} authorId={article.author.userId} title="评论" />
      </div>
    </Columns>
  );
}
