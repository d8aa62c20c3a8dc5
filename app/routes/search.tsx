import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { formatCount } from "#app/components/ui/count";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { FOUND_MAX } from "#app/contract/limits";
import type { Part } from "#app/contract/parts";
import { MemberLink } from "#app/features/login/member-link";
import { LazyArticleBrowser } from "#app/features/search/lazy-article-browser";
import { loadSearchPage, type SearchPage, type SearchType } from "#app/features/search/load-search-page.server";
import { NamedHitItem } from "#app/features/search/named-hit";
import { choiceInPath, isNarrowed } from "#app/features/search/search-choice";
import { SearchField } from "#app/features/search/search-field";
import { SearchFilters } from "#app/features/search/search-filters";
import { SearchHitItem } from "#app/features/search/search-hit";
import { SearchNotes } from "#app/features/search/search-notes";
import { SearchStart } from "#app/features/search/search-start";
import { SearchWithin } from "#app/features/search/search-within";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { useParts } from "#app/hooks/parts";
import { paths, type SearchChoice, type SearchScope } from "#app/paths";

const TYPES: readonly SearchType[] = ["all", "article", "qna"];
const SCOPES: { scope: SearchScope; label: string; what: string; part?: Part }[] = [
  { scope: "all", label: "综合", what: "全部内容" },
  { scope: "article", label: "文章", what: "文章", part: "article" },
  { scope: "qna", label: "问答", what: "问题和回答" },
  { scope: "case", label: "案例", what: "案例", part: "case" },
  { scope: "activity", label: "活动", what: "活动", part: "activity" },
  { scope: "announcement", label: "公告", what: "公告", part: "announcement" },
  { scope: "user", label: "用户", what: "用户" },
  { scope: "tag", label: "标签", what: "标签" },
];
const ARTICLES = "把做过的事从头到尾写清楚，按分类与热度看。";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => pageMeta(data && headOf(data), matches);

/** The list of articles may be indexed; search results may not. */
function headOf(page: SearchPage) {
  if (page.kind !== "articles") {
    return { title: page.q ? `${page.q} - 搜索` : "搜索", path: paths.search(page.scope, page.q), noIndex: true };
  }
  const { classification, tag, classes, articles } = page;
  const about = tag ?? classes.find(({ id }) => id === classification)?.name;
  return {
    title: about ? `${about}的文章` : "文章",
    description: about ? `关于“${about}”的 ${articles.total} 篇文章。` : ARTICLES,
    path: listPath(paths.articles({ class: classification, tag }), articles.page),
    noIndex: articles.list.length === 0,
    feed: page.feed,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const type = TYPES.find((known) => known === args.params.type);
  if (!type) throw redirect("/");
  return loadSearchPage(args, type);
}

export default function Search() {
  const page = useLoaderData<typeof loader>();
  const { scope, q } = page;
  const has = useParts();
  if (page.kind === "articles") {
    return (
      <Columns>
        <PageHead title="文章" text={ARTICLES}>
          <MemberLink to={paths.write("article")} className={buttonClass({ variant: "primary" })}>
            写文章
          </MemberLink>
        </PageHead>
        <Card flush>
          <LazyArticleBrowser page={page} />
        </Card>
      </Columns>
    );
  }
  const { choice } = page;
  return (
    <Columns>
      <h1 className="search-title clamp-2">{q ? `“${q}”的搜索结果` : "搜索"}</h1>
      <SearchField action={paths.search(TYPES.find((type) => type === scope) ?? "all")} q={q}>
        {TYPES.some((type) => type === scope) ? null : <input type="hidden" name="type" value={scope} />}
        {choice.by === undefined ? null : <input type="hidden" name="by" value={choice.by} />}
        {choice.tag === undefined ? null : <input type="hidden" name="tag" value={choice.tag} />}
      </SearchField>
      <Card flush className="search-results">
        <Tabs
          label="搜索范围"
          tabs={SCOPES.filter(({ part }) => !part || has(part)).map((each) => ({
            label: each.label,
            to: paths.search(each.scope, q, choiceInPath(choice)),
            current: each.scope === scope,
          }))}
        />
        {page.kind === "found" ? <Found page={page} /> : null}
        {page.kind === "named" ? <Named page={page} /> : null}
        {page.kind === "start" ? (
          <>
            <SearchWithin choice={choice} to={(asked) => paths.search(scope, q, asked)} />
            <SearchStart page={page} />
          </>
        ) : null}
      </Card>
    </Columns>
  );
}

/** People, tags, activities or announcements with a matching name. */
function Named({ page: { scope, q, cut, found } }: { page: Extract<SearchPage, { kind: "named" }> }) {
  const what = SCOPES.find((each) => each.scope === scope)?.what;
  const notes = <SearchNotes q={q} cut={cut} shownFor={null} typed="" />;
  if (found.list.length === 0) {
    return (
      <>
        {notes}
        <EmptyState
          illustration="empty-search"
          text={
            found.page > 1 ? (
              "后面没有更多结果了"
            ) : (
              <>
                在{what}里没有找到“<strong>{q}</strong>”
              </>
            )
          }
          action={
            found.page > 1
              ? { label: "回到第一页", to: paths.search(scope, q) }
              : { label: "在全部内容里找", to: paths.search("all", q) }
          }
        />
      </>
    );
  }
  return (
    <>
      {notes}
      <p className="search-results__total" role="status">
        找到 {found.total} 个{what}
      </p>
      <ul className="items">
        {found.list.map((hit) => (
          <NamedHitItem key={hit.id ?? hit.name} kind={scope} hit={hit} />
        ))}
      </ul>
      <Pagination {...found} />
    </>
  );
}

function Found({ page: { scope, q, cut, choice, found, tags } }: { page: Extract<SearchPage, { kind: "found" }> }) {
  const to = (asked: SearchChoice) => paths.search(scope, q, asked);
  const head = (
    <>
      {found.list.length > 0 || isNarrowed(choice) ? <SearchFilters choice={choice} to={to} /> : null}
      {found.person ? (
        <p className="search-results__total">
          用户：<Link to={paths.user(found.person.userId)}>{found.person.nickname}</Link>
        </p>
      ) : null}
      <SearchNotes
        q={q}
        cut={cut}
        shownFor={found.shownFor}
        missing={found.missing}
        typed={to({ ...choiceInPath(choice), as: "typed" })}
      />
    </>
  );
  if (found.list.length === 0) {
    const what = SCOPES.find((each) => each.scope === scope)?.what;
    return found.page > 1 ? (
      <EmptyState
        illustration="empty-search"
        text="后面没有更多结果了"
        action={{ label: "回到第一页", to: to(choiceInPath(choice)) }}
      />
    ) : (
      <>
        {head}
        <EmptyState
          illustration="empty-search"
          text={
            <>
              在{what}的标题和正文里没有找到“<strong>{q}</strong>”，换个说法试试，或者直接问问大家
            </>
          }
          action={
            <MemberLink to={paths.ask(q)} className={buttonClass({ variant: "soft" })}>
              去提问
            </MemberLink>
          }
        />
        <SearchStart page={{ scope, tags }} />
      </>
    );
  }
  return (
    <>
      {head}
      <p className="search-results__total" role="status">
        找到{found.total >= FOUND_MAX ? ` ${formatCount(FOUND_MAX)} 多` : ` ${found.total} `}个结果
      </p>
      <ul className="items">
        {found.list.map((hit) => (
          <SearchHitItem key={`${hit.kind}-${hit.id}`} hit={hit} />
        ))}
      </ul>
      <Pagination {...found} />
    </>
  );
}
