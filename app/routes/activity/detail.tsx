import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { activityApi } from "#app/contract/content/activity";
import { ActivityArticle } from "#app/features/activity/activity-article";
import { activityMeta } from "#app/features/activity/activity-meta";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { endAtNext } from "#app/server/request-scope.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => activityMeta(data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const activity = await gateway(args).load(activityApi.get, { params: { id: numberOfParam(args) } });
  endAtNext(args.context, [activity.formOpensAt, activity.formClosesAt, activity.startsAt, activity.endsAt]);
  return activity;
}

export default function Activity() {
  return (
    <Columns>
      <ActivityArticle activity={useLoaderData<typeof loader>()}>
        <LazyMoreMenu what="这个活动" />
      </ActivityArticle>
    </Columns>
  );
}
