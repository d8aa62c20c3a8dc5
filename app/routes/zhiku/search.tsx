import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pagination } from "#app/components/ui/pagination";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { SEARCH_MAX } from "#app/contract/limits";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { Item } from "#app/features/feed/item";
import { SearchField } from "#app/features/search/search-field";
import { pageMeta } from "#app/features/seo/meta";
import { requireZhikuProfile } from "#app/features/zhiku/zhiku-guards.server";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-item";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageNumberOf } from "#app/server/page-number.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "搜索知库", path: paths.zhikuSearch(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireZhikuProfile(args);
  const query = new URL(args.request.url).searchParams;
  const q = [...(query.get("q") ?? "").trim()].slice(0, SEARCH_MAX).join("");
  if (!q) return { q, found: null };
  const found = await gateway(args).load(zhikuSearchApi.content, { query: { q, page: pageNumberOf(query) } });
  return { q, found: { ...found, list: found.list.map(zhikuLinks) } };
}

export default function ZhikuSearch() {
  const { q, found } = useLoaderData<typeof loader>();
  const plain = (runs: { text: string }[]) => runs.map(({ text }) => text).join("");
  return (
    <Columns>
      <h1 className="visually-hidden">{q ? `知库里“${q}”的搜索结果` : "搜索知库"}</h1>
      <SearchField action={paths.zhikuSearch()} q={q} />
      <Card flush className="search-results">
        {found === null ? (
          <EmptyState illustration="empty-search" text="输入几个词，在知库的标题、摘要和您有权阅读的正文里搜索" />
        ) : found.list.length === 0 ? (
          <EmptyState illustration="empty-search" text={`知库里没有找到“${q}”，换个说法试试`} />
        ) : (
          <ul className="items">
            {found.list.map((hit) => (
              <Item
                key={hit.id}
                title={plain(hit.title)}
                href={hit.href}
                foot={
                  <>
                    <Tag tone="accent">{ZHIKU_TYPES[hit.type]}</Tag>
                    <span>{hit.category.name}</span>
                    <Time value={hit.updatedAt} format="date" />
                  </>
                }
              >
                <p className="clamp-3">{plain(hit.snippet)}</p>
              </Item>
            ))}
          </ul>
        )}
        {found ? <Pagination {...found} /> : null}
      </Card>
    </Columns>
  );
}
