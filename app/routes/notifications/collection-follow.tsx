import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNotifications } from "#app/features/notifications/load-notifications.server";
import { NotificationList } from "#app/features/notifications/notification-list";
import { TO_ANSWER } from "#app/features/profile/profile-list";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "收藏与关注", path: paths.notifications("collection_follow"), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, "collection_follow");
}

export default function CollectionFollowNews() {
  return (
    <NotificationList page={useLoaderData<typeof loader>()} empty="还没有人收藏你的内容或关注你" action={TO_ANSWER} />
  );
}
