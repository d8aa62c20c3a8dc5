import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pagination } from "#app/components/ui/pagination";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { pageMeta } from "#app/features/seo/meta";
import { requireZhikuMember } from "#app/features/zhiku/zhiku-guards.server";
import { ZhikuItem } from "#app/features/zhiku/zhiku-item";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageNumberOf } from "#app/server/page-number.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "阅读历史", path: paths.zhikuHistory(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireZhikuMember(args);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const records = await gateway(args).load(zhikuUserRecorderApi.list, { query: { page } });
  return { ...records, list: records.list.map(({ content }) => zhikuLinks(content)) };
}

export default function ZhikuHistory() {
  const records = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="阅读历史" text="读过的资料，最近读的在前" />
      <Card flush>
        {records.list.length > 0 ? (
          <ul className="items">
            {records.list.map((content) => (
              <ZhikuItem key={content.id} content={content} />
            ))}
          </ul>
        ) : (
          <EmptyState text="还没有读过知库里的资料" action={{ label: "去知库看看", to: paths.zhiku() }} />
        )}
        <Pagination {...records} />
      </Card>
    </Columns>
  );
}
