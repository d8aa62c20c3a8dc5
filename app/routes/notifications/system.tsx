import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNotifications } from "#app/features/notifications/load-notifications.server";
import { NotificationList } from "#app/features/notifications/notification-list";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "系统消息", path: paths.notifications("system"), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, "system");
}

export default function SystemNews() {
  return <NotificationList page={useLoaderData<typeof loader>()} empty="没有系统消息" />;
}
