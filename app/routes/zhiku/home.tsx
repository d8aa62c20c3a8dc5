import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { formatDate } from "#app/components/ui/format-time";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { EmptyList } from "#app/features/feed/empty-list";
import { useFirstEntry } from "#app/features/feed/use-first-entry";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { CategoryGrid } from "#app/features/zhiku/browse/category-grid";
import { Featured } from "#app/features/zhiku/browse/featured";
import { GoOnReading } from "#app/features/zhiku/browse/go-on-reading";
import { loadZhikuHome } from "#app/features/zhiku/browse/load-zhiku-home.server";
import { ZhikuHero } from "#app/features/zhiku/browse/zhiku-hero";
import { ZhikuViews } from "#app/features/zhiku/browse/zhiku-views";
import { ZhikuItem } from "#app/features/zhiku/zhiku-item";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const own = data?.categories.find(({ id }) => id === data.categoryId);
  return pageMeta(
    data && {
      title: own ? `${own.name} - 知库` : "知库",
      description: own?.description || data.slogan,
      path: listPath(paths.zhiku({ class: own && String(own.id), type: data.type }), data.list.page),
    },
    matches,
  );
};

export const loader = (args: LoaderFunctionArgs) => loadZhikuHome(args);

export default function ZhikuHome() {
  const page = useLoaderData<typeof loader>();
  const { categories, list, start } = page;
  const first = useFirstEntry("去后台写第一篇", "/admin/zhiku/content", { label: "先去社区看看", to: paths.home() });
  const own = categories.find(({ id }) => id === page.categoryId);
  const tops = categories.filter(({ parentId }) => parentId === null);
  const top = topOf(categories, own);
  const nothing = start && list.total === 0;
  return (
    <Columns side={nothing ? null : <Side {...page} tops={tops} top={top} />}>
      {page.ending ? (
        <FlashMessage
          kind="info"
          message={`你的知库权益「${page.ending.name}」到 ${formatDate(Date.parse(page.ending.until))} 为止。`}
          action={{
            label: "续订",
            to: paths.zhikuRights(page.ending.categoryId ? { category: page.ending.categoryId } : {}),
          }}
        />
      ) : null}
      {start && !nothing && page.selling ? (
        <ZhikuHero
          slogan={page.slogan}
          total={list.total}
          categories={tops.length}
          files={list.list.some(({ attachmentCount }) => attachmentCount > 0)}
          from={page.from}
          trial={page.trials[0]?.href ?? null}
        />
      ) : (
        <PageHead title={own?.name ?? "知库"} text={own?.description || page.slogan} />
      )}
      {start && !nothing ? (
        <>
          <GoOnReading readings={page.readings} />
          <Featured pictures={page.heroes} />
          <CategoryGrid categories={tops} />
        </>
      ) : null}
      {nothing ? (
        <Card>
          <EmptyState
            illustration="welcome"
            text={
              <>
                <strong>知库正在筹备</strong>
                <br />
                第一批资料整理好之后会在这里开放，届时可以先试读再决定是否订阅。
              </>
            }
            action={first}
          />
        </Card>
      ) : (
        <Card flush className="zhiku-list">
          <ZhikuViews categories={categories} categoryId={page.categoryId} type={page.type} sort={page.sort} />
          {list.list.length > 0 ? (
            <ul className="items">
              {list.list.map((content) => (
                <ZhikuItem key={content.id} content={content} />
              ))}
            </ul>
          ) : (
            <EmptyList page={list.page} text="这里还没有资料。" action={{ label: "看全部资料", to: paths.zhiku() }} />
          )}
          <Pagination {...list} />
        </Card>
      )}
    </Columns>
  );
}

/** Id of the top category that a category is, or is below. */
function topOf(
  categories: readonly { id: number; parentId: number | null }[],
  own: { id: number; parentId: number | null } | undefined,
): number | undefined {
  const parent = categories.find(({ id }) => id === own?.parentId);
  return parent ? topOf(categories, parent) : own?.id;
}

type SideProps = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "trials" | "trialNote" | "recommended" | "updateNote" | "selling"
> & {
  tops: { id: number; name: string; total: number }[];
  /** The one whose documents are listed, or are below it. */
  top: number | undefined;
};

function Side({ trials, trialNote, recommended, updateNote, selling, tops, top }: SideProps) {
  return (
    <>
      {selling && trials.length > 0 ? (
        <Card title="试读">
          {trialNote ? <p className="side-note">{trialNote}</p> : null}
          <Titles contents={trials} />
        </Card>
      ) : null}
      {recommended.length > 0 ? (
        <Card title="推荐">
          <Titles contents={recommended} />
        </Card>
      ) : (
        <Card title="分类">
          <ul className="side-list">
            {tops.map(({ id, name, total }) => (
              <li key={id} className="side-list__count">
                <Link
                  to={paths.zhiku({ class: String(id) })}
                  className="side-list__link"
                  {...(id === top ? { "aria-current": "true" as const } : {})}
                >
                  {id === top ? <b>{name}</b> : name}
                </Link>
                <span className="side-list__note numbers">{total} 篇</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="权益" more={{ label: "看看价格", to: paths.zhikuRights() }}>
        <p className="side-note">{updateNote || "一次订阅，期内新增与修订的资料都包含在内。"}</p>
      </Card>
    </>
  );
}

function Titles({ contents }: { contents: { id: number; title: string; href: string }[] }) {
  return (
    <ul className="side-list">
      {contents.map(({ id, title, href }) => (
        <li key={id}>
          <Link to={href} className="side-list__link" data-prefetch="">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
