import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNotifications } from "#app/features/notifications/load-notifications.server";
import { NotificationList } from "#app/features/notifications/notification-list";
import { TO_ANSWER } from "#app/features/profile/profile-list";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "评论通知", path: paths.notifications(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, "comment");
}

export default function CommentNews() {
  return <NotificationList page={useLoaderData<typeof loader>()} empty="还没有人评论或回复你" action={TO_ANSWER} />;
}
