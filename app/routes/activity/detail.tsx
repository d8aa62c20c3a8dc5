import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { DetailCover } from "#app/components/ui/detail-cover";
import { Prose } from "#app/components/ui/prose";
import { activityApi } from "#app/contract/activity";
import { ActivityFacts } from "#app/features/activity/activity-facts";
import { activityMeta } from "#app/features/activity/activity-meta";
import { ActivityStateTag } from "#app/features/activity/activity-state-tag";
import { gateway } from "#app/server/gateway.server";
import { numberOfParam } from "#app/server/number-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => activityMeta(data, matches);

export async function loader(args: LoaderFunctionArgs) {
  return gateway(args).load(activityApi.get, { params: { id: numberOfParam(args) } });
}

export default function Activity() {
  const activity = useLoaderData<typeof loader>();
  return (
    <Columns>
      <article className="card detail" aria-labelledby="activity-title">
        <DetailCover cover={activity.cover} />
        <p className="detail__facts">
          <ActivityStateTag state={activity.state} />
        </p>
        <h1 className="detail-title" id="activity-title">
          {activity.title}
        </h1>
        <ActivityFacts activity={activity} />
        <Prose html={activity.contentHtml} />
      </article>
    </Columns>
  );
}
