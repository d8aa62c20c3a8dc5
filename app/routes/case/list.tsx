import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { caseApi } from "#app/contract/content/case";
import { classificationApi } from "#app/contract/content/classification";
import { CaseCard } from "#app/features/case/case-card";
import { caseView } from "#app/features/case/case-view.server";
import { EmptyList } from "#app/features/feed/empty-list";
import { useFirstEntry } from "#app/features/feed/use-first-entry";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

/** Divisible by the two or three columns. */
const PAGE_SIZE = 12;
/** Pictures visible without scrolling. */
const FIRST_ROW = 2;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.chosen ? `${data.chosen.name}案例` : "案例",
      description: "背景、做法、结果、代价，把一件做过的事说完整。",
      path: listPath(paths.cases({ class: data.chosen?.id }), data.cases.page),
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const classifications = await load(classificationApi.caseList, {});
  const chosen = classifications.find(({ id }) => String(id) === query.get("class")) ?? null;
  const cases = await load(caseApi.list, {
    query: { page: pageNumberOf(query), pageSize: PAGE_SIZE, ...(chosen ? { classificationId: chosen.id } : {}) },
  });
  return { cases: { ...cases, list: cases.list.map(caseView) }, classifications, chosen };
}

export default function Cases() {
  const { cases, classifications, chosen } = useLoaderData<typeof loader>();
  const first = useFirstEntry("去后台写第一个", "/admin/case");
  return (
    <Columns wide>
      <PageHead title="案例" text="背景、做法、结果、代价，把一件做过的事说完整。" />
      {classifications.length > 0 ? (
        <div className="filters">
          <Tabs
            label="行业"
            variant="pill"
            tabs={[
              { label: "全部", to: paths.cases(), current: chosen === null, ...(chosen ? {} : { count: cases.total }) },
              ...classifications.map(({ id, name, total }) => ({
                label: name,
                to: paths.cases({ class: id }),
                current: id === chosen?.id,
                count: total,
              })),
            ]}
          />
        </div>
      ) : null}
      {cases.list.length > 0 ? (
        <ul className="case-grid">
          {cases.list.map((item, index) => (
            <CaseCard key={item.id} item={item} priority={index < FIRST_ROW} />
          ))}
        </ul>
      ) : (
        <Card>
          <EmptyList
            page={cases.page}
            text="这个行业还没有案例。"
            action={{ label: "看全部案例", to: paths.cases() }}
            whole={chosen ? null : { text: "还没有案例，过一阵再来看看。", action: first }}
          />
        </Card>
      )}
      <Pagination {...cases} />
    </Columns>
  );
}
