import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNotifications } from "#app/features/notifications/load-notifications.server";
import { NotificationList } from "#app/features/notifications/notification-list";
import { TO_ANSWER } from "#app/features/profile/profile-list";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "赞与喜欢", path: paths.notifications("like"), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, "like");
}

export default function LikeNews() {
  return (
    <NotificationList page={useLoaderData<typeof loader>()} empty="还没有人赞同或喜欢你写的内容" action={TO_ANSWER} />
  );
}
