import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { FOUND_MAX } from "#app/contract/limits";
import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { choiceInPath, isNarrowed } from "#app/features/search/search-choice";
import { SearchField } from "#app/features/search/search-field";
import { SearchFilters } from "#app/features/search/search-filters";
import { SearchNotes } from "#app/features/search/search-notes";
import { pageMeta } from "#app/features/seo/meta";
import { loadZhikuSearch } from "#app/features/zhiku/search/load-zhiku-search.server";
import { ZhikuHit } from "#app/features/zhiku/search/zhiku-hit";
import { requireZhikuProfile } from "#app/features/zhiku/zhiku-guards.server";
import { ZHIKU_TYPE_NAMES } from "#app/features/zhiku/zhiku-types";
import { attempt } from "#app/forms/attempt.server";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { WriterField } from "#app/forms/writer-field";
import { paths, type SearchChoice } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "搜索知库", path: paths.zhikuSearch(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireZhikuProfile(args);
  return loadZhikuSearch(args);
}

/** Clears the search history. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  await readForm(args.request);
  const result = await attempt(() => gateway(args).call(zhikuHistoryApi.forgetSearches, {}));
  return respond(args, result, { back: paths.zhikuSearch(), leads: true });
}

export default function ZhikuSearch() {
  const { q, cut, choice, categoryId, type, categories, recent, found } = useLoaderData<typeof loader>();
  const at = (wanted: { class?: number | null; type?: string | null }) =>
    paths.zhikuSearch(
      q,
      {
        class: wanted.class === undefined ? categoryId : wanted.class,
        type: wanted.type === undefined ? type : wanted.type,
      },
      choiceInPath(choice),
    );
  const narrowed = categoryId !== null || type !== null || isNarrowed(choice);
  const to = (asked: SearchChoice) => paths.zhikuSearch(q, { class: categoryId, type }, asked);
  return (
    <Columns>
      <h1 className="visually-hidden">{q ? `知库里“${q}”的搜索结果` : "搜索知库"}</h1>
      <SearchField action={paths.zhikuSearch()} q={q}>
        {categoryId === null ? null : <input type="hidden" name="class" value={categoryId} />}
        {type === null ? null : <input type="hidden" name="type" value={type} />}
      </SearchField>
      <Card flush className="search-results">
        {found ? (
          <>
            {found.list.length > 0 || narrowed ? (
              <>
                <Tabs
                  label="类型"
                  tabs={[
                    { label: "全部", to: at({ type: null }), current: type === null },
                    ...ZHIKU_TYPE_NAMES.map(([key, label]) => ({
                      label,
                      to: at({ type: key }),
                      current: type === key,
                    })),
                  ]}
                />
                <SearchFilters choice={choice} to={to} sorts={["best", "latest"]}>
                  <Tabs
                    label="分类"
                    variant="pill"
                    tabs={[
                      { label: "全部", to: at({ class: null }), current: categoryId === null },
                      ...categories.map(({ id, name }) => ({
                        label: name,
                        to: at({ class: id }),
                        current: id === categoryId,
                      })),
                    ]}
                  />
                </SearchFilters>
              </>
            ) : null}
            <SearchNotes
              q={q}
              cut={cut}
              shownFor={found.shownFor}
              missing={found.missing}
              typed={to({ ...choiceInPath(choice), as: "typed" })}
            />
          </>
        ) : null}
        {found === null ? (
          <SearchStart recent={recent} />
        ) : found.list.length === 0 ? (
          <EmptyState
            illustration="empty-search"
            later={found.page > 1}
            text={
              <>
                这里没有找到“<strong>{q}</strong>”，换个说法{narrowed ? "，或者在全部资料里" : ""}试试
              </>
            }
            action={
              narrowed
                ? { label: "在全部资料里找", to: paths.zhikuSearch(q) }
                : { label: "看全部资料", to: paths.zhiku() }
            }
          />
        ) : (
          <>
            <p className="search-results__total" role="status">
              找到{found.total >= FOUND_MAX ? ` ${FOUND_MAX} 多` : ` ${found.total} `}份资料
            </p>
            <ul className="items">
              {found.list.map((hit) => (
                <ZhikuHit key={hit.id} hit={hit} />
              ))}
            </ul>
          </>
        )}
        {found ? <Pagination {...found} /> : null}
      </Card>
    </Columns>
  );
}

function SearchStart({ recent }: { recent: readonly string[] }) {
  if (recent.length === 0)
    return (
      <EmptyState
        illustration="empty-search"
        text="输入几个词，在知库的标题、摘要和你有权阅读的正文里搜索"
        action={{ label: "看全部资料", to: paths.zhiku() }}
      />
    );
  return (
    <section className="zhiku-recent" aria-labelledby="recent-title">
      <div className="card__head">
        <h2 className="card__title" id="recent-title">
          最近搜过
        </h2>
        <form method="post">
          <WriterField notice={null} />
          <Button type="submit" size="small" variant="plain">
            清空
          </Button>
        </form>
      </div>
      <ul className="zhiku-recent__list">
        {recent.map((word) => (
          <li key={word}>
            <Link to={paths.zhikuSearch(word)} className="tag">
              {word}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
