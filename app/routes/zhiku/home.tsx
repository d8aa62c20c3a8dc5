import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Count } from "#app/components/ui/count";
import { EmptyState } from "#app/components/ui/empty-state";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuItem } from "#app/features/zhiku/zhiku-item";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { part } from "#app/server/part.server";

const SLOGAN = "面向从业者的专业资料：报告、数据、模板与深度文章";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "知库", description: data.slogan, path: paths.zhiku() }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { call } = gateway(args);
  const [categories, recommended, latest, slogan] = await Promise.all([
    part(call(zhikuCategoryApi.list, { query: {} })),
    part(call(zhikuContentApi.recommendationList, { query: {} })),
    part(call(zhikuContentApi.list, { query: {} })),
    part(call(zhikuConfigApi.text, { query: { key: "zhikuSlogan" } })),
  ]);
  return {
    slogan: slogan?.content || SLOGAN,
    categories: categories?.filter(({ parentId }) => parentId === null) ?? [],
    recommended: recommended?.map(zhikuLinks) ?? [],
    latest: latest?.list.map(zhikuLinks) ?? [],
  };
}

export default function ZhikuHome() {
  const { slogan, categories, recommended, latest } = useLoaderData<typeof loader>();
  const empty = latest.length === 0 && recommended.length === 0;
  return (
    <Columns side={categories.length > 0 ? <Categories categories={categories} /> : null}>
      <PageHead title="知库" text={slogan} />
      {empty ? (
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
            action={{ label: "先去社区看看", to: paths.home() }}
          />
        </Card>
      ) : null}
      {recommended.length > 0 ? (
        <Card title="推荐" flush className="zhiku-list">
          <ul className="items">
            {recommended.map((content) => (
              <ZhikuItem key={content.id} content={content} />
            ))}
          </ul>
        </Card>
      ) : null}
      {latest.length > 0 ? (
        <Card title="最新" flush className="zhiku-list">
          <ul className="items">
            {latest.map((content) => (
              <ZhikuItem key={content.id} content={content} />
            ))}
          </ul>
        </Card>
      ) : null}
    </Columns>
  );
}

function Categories({ categories }: { categories: { id: number; name: string; total: number }[] }) {
  return (
    <Card title="分类">
      <ul className="side-list">
        {categories.map(({ id, name, total }) => (
          <li key={id}>
            {name}
            <span className="side-list__note">
              <Count value={total} /> 篇
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
