import { buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import type { ArticleSort } from "#app/contract/content/article";
import { TextItem } from "#app/features/content/text-item";
import { EmptyList } from "#app/features/feed/empty-list";
import { MemberLink } from "#app/features/login/member-link";
import { SearchInTag } from "#app/features/search/search-in-tag";
import { paths } from "#app/paths";
import type { SearchPage } from "./load-search-page.server";

type Props = { page: Extract<SearchPage, { kind: "articles" }> };
type Filter = { class?: number | null; tag?: string | null; sort: ArticleSort };

const address = ({ class: classification, tag, sort }: Filter): string =>
  paths.articles({ class: classification, sort: sort === "latest" ? null : sort, tag });

/** All articles by classification and order, shown on the article search page before a search. */
export function ArticleBrowser({ page }: Props) {
  const { sort, classification, tag, classes, articles } = page;
  return (
    <>
      <div className="article-bar">
        <Tabs
          label="文章分类"
          variant="pill"
          tabs={[
            { label: "全部", to: address({ tag, sort }), current: classification === null },
            ...classes.map(({ id, name }) => ({
              label: name,
              to: address({ class: id, tag, sort }),
              current: classification === id,
            })),
          ]}
        />
        <div className="article-bar__sort">
          {tag ? (
            <>
              <Link to={address({ class: classification, sort })} className="tag tag--accent filter-tag">
                {tag}
                <Icon name="close" label="去掉这个标签" />
              </Link>
              <SearchInTag tag={tag} />
            </>
          ) : null}
          <Tabs
            label="排序"
            variant="pill"
            tabs={[
              {
                label: "最新",
                to: address({ class: classification, tag, sort: "latest" }),
                current: sort === "latest",
              },
              { label: "热门", to: address({ class: classification, tag, sort: "hot" }), current: sort === "hot" },
              {
                label: "精华",
                to: address({ class: classification, tag, sort: "featured" }),
                current: sort === "featured",
              },
            ]}
          />
        </div>
      </div>
      {articles.list.length > 0 ? (
        <ul className="items">
          {articles.list.map((article) => (
            <TextItem key={article.id} text={article} />
          ))}
        </ul>
      ) : (
        <EmptyList
          page={articles.page}
          text={sort === "featured" ? "这里还没有选出精华文章。" : "这里还没有文章。"}
          action={{ label: "看全部文章", to: paths.articles() }}
          whole={
            classification || tag || sort === "featured"
              ? null
              : {
                  text: "还没有文章，来写第一篇吧。",
                  action: (
                    <MemberLink to={paths.write("article")} className={buttonClass({ variant: "soft" })}>
                      写文章
                    </MemberLink>
                  ),
                }
          }
        />
      )}
      <Pagination {...articles} />
    </>
  );
}
