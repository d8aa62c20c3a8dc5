import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { ContentsAside, ContentsFold } from "#app/components/ui/contents-list";
import { CountLabel } from "#app/components/ui/count-label";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { readingMinutes } from "#app/features/article/reading-time";
import { FavoriteButton } from "#app/features/reaction/reaction-buttons";
import { pageMeta } from "#app/features/seo/meta";
import { FileList } from "#app/features/zhiku/reader/file-list";
import { LazyReadingProgress } from "#app/features/zhiku/reader/lazy-reader-tools";
import { loadZhikuArticle } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { Paywall } from "#app/features/zhiku/reader/paywall";
import { startDownload } from "#app/features/zhiku/reader/start-download.server";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-types";
import type { Refused } from "#app/forms/form-result";
import { paths } from "#app/paths";

const TEXT_ID = "zhiku-text";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => pageMeta(data?.head, matches);

export const loader = (args: LoaderFunctionArgs) => loadZhikuArticle(args);
export const action = (args: ActionFunctionArgs) => startDownload(args);

export default function ZhikuArticle() {
  const { content, attachments, original, related, wall, journey } = useLoaderData<typeof loader>();
  const failed = useActionData<Refused>();
  const { viewer, category, headings } = content;
  return (
    <Columns
      side={
        <>
          <ContentsAside headings={headings} />
          {related.length > 0 ? (
            <Card title="相关资料">
              <ul className="side-list">
                {related.map(({ id, title, href }) => (
                  <li key={id}>
                    <Link to={href} className="side-list__link" data-prefetch="">
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
        </>
      }
    >
      <article className="card detail" aria-labelledby="zhiku-title">
        <h1 className="detail-title" id="zhiku-title">
          {content.title}
        </h1>
        <p className="detail__facts">
          <Tag tone="accent">{ZHIKU_TYPES[content.type]}</Tag>
          {content.trial ? <Tag tone="warm">试读</Tag> : null}
          <Tag to={paths.zhiku({ class: String(category.id) })}>{category.name}</Tag>
          {content.source ? <span>{content.source}</span> : null}
          <Time value={content.updatedAt} format="date" />
          <span>约 {readingMinutes(content.length)} 分钟读完</span>
          <CountLabel value={content.readCount} word="人读过" />
        </p>
        <p className="zhiku-abstract">{content.abstract}</p>
        {wall === null ? (
          <LazyReadingProgress
            key={content.id}
            contentId={content.id}
            version={content.version}
            opened={journey}
            textId={TEXT_ID}
          />
        ) : null}
        <ContentsFold headings={headings} />
        <div id={TEXT_ID}>
          <Prose html={content.contentHtml} />
        </div>
        {wall ? <Paywall {...wall} /> : null}
        <footer className="detail__end">
          <div className="actions">
            <FavoriteButton
              kind="zhiku"
              id={content.id}
              count={content.favoriteCount}
              active={viewer.favorited}
              worded
            />
          </div>
        </footer>
      </article>
      <FileList
        attachments={attachments}
        original={original}
        originalPath={paths.zhikuOriginal(content.href)}
        wall={wall}
        error={failed?.message}
      />
    </Columns>
  );
}
