import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { activityApi, activityState } from "#app/contract/content/activity";
import { announcementApi } from "#app/contract/content/announcement";
import { ActivityItem } from "#app/features/activity/activity-item";
import { AnnouncementBox } from "#app/features/announcement/announcement-box";
import { announcementLine } from "#app/features/announcement/announcement-line.server";
import { EmptyList } from "#app/features/feed/empty-list";
import { useFirstEntry } from "#app/features/feed/use-first-entry";
import { loadPictures } from "#app/features/home/load-pictures.server";
import { Posters } from "#app/features/home/posters";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { endAtNext } from "#app/server/request-scope.server";

const ANNOUNCEMENTS = 5;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: "活动",
      description: "线上线下的小场聚会，让每个到场的人都有机会说话。",
      path: listPath(paths.activities({ state: data.state }), data.activities.page),
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const { load, call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const state = activityState.nullable().catch(null).parse(query.get("state"));
  const [activities, announcements, posters] = await Promise.all([
    load(activityApi.list, { query: { page: pageNumberOf(query), ...(state ? { state } : {}) } }),
    optional(call(announcementApi.list, { query: { pageSize: ANNOUNCEMENTS } })),
    loadPictures(args, "poster"),
  ]);
  endAtNext(
    args.context,
    activities.list.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  );
  return {
    state,
    activities,
    announcements: (announcements?.list ?? []).map(announcementLine),
    posters,
  };
}

const STATES = [
  { state: null, label: "全部" },
  { state: "running", label: "进行中" },
  { state: "upcoming", label: "即将开始" },
  { state: "over", label: "已结束" },
] as const;

export default function Activities() {
  const { state, activities, announcements, posters } = useLoaderData<typeof loader>();
  const first = useFirstEntry("去后台办第一场", "/admin/activity");
  return (
    <Columns
      side={
        <>
          <AnnouncementBox announcements={announcements} />
          <Posters posters={posters} />
        </>
      }
    >
      <PageHead title="活动" text="线上线下的小场聚会，让每个到场的人都有机会说话。" />
      <Card flush>
        <Tabs
          label="活动的状态"
          tabs={STATES.map((each) => ({
            label: each.label,
            to: paths.activities({ state: each.state }),
            current: each.state === state,
          }))}
        />
        {activities.list.length > 0 ? (
          <ul className="items">
            {activities.list.map((activity) => (
              <ActivityItem key={activity.id} activity={activity} />
            ))}
          </ul>
        ) : (
          <EmptyList
            page={activities.page}
            text="近期没有这样的活动，过一阵再来看看。"
            action={{ label: "看全部活动", to: paths.activities() }}
            whole={state ? null : { text: "还没有活动，过一阵再来看看。", action: first }}
          />
        )}
        <Pagination {...activities} />
      </Card>
    </Columns>
  );
}
