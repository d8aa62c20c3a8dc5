import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { ContentsAside } from "#app/components/ui/contents-list";
import { Link } from "#app/components/ui/link";
import { FavoriteButton } from "#app/features/reaction/reaction-buttons";
import { pageMeta } from "#app/features/seo/meta";
import { DocumentArticle } from "#app/features/zhiku/reader/document-article";
import { FileList } from "#app/features/zhiku/reader/file-list";
import { LazyReadingProgress } from "#app/features/zhiku/reader/lazy-reader-tools";
import { loadZhikuArticle } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { startDownload } from "#app/features/zhiku/reader/start-download.server";
import type { Refused } from "#app/forms/form-result";
import { paths } from "#app/paths";

const TEXT_ID = "zhiku-text";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => pageMeta(data?.head, matches);

export const loader = (args: LoaderFunctionArgs) => loadZhikuArticle(args);
export const action = (args: ActionFunctionArgs) => startDownload(args);

export default function ZhikuArticle() {
  const { content, attachments, original, related, paywall, journey } = useLoaderData<typeof loader>();
  const failed = useActionData<Refused>();
  const { viewer, headings } = content;
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
      <DocumentArticle
        content={content}
        paywall={paywall}
        files={attachments.length + (original ? 1 : 0)}
        textId={TEXT_ID}
        progress={
          paywall === null ? (
            <LazyReadingProgress
              key={content.id}
              contentId={content.id}
              version={content.version}
              opened={journey}
              textId={TEXT_ID}
            />
          ) : null
        }
      >
        <div className="actions" id="reactions">
          <FavoriteButton
            kind="zhiku"
            id={content.id}
            count={content.favoriteCount}
            active={viewer.favorited}
            showLabel
            anchor="reactions"
          />
        </div>
      </DocumentArticle>
      <FileList
        attachments={attachments}
        original={original}
        originalPath={paths.zhikuOriginal(content.href)}
        paywall={paywall}
        error={failed?.message}
      />
    </Columns>
  );
}
