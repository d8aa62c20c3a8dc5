import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadNews } from "#app/features/notifications/load-news.server";
import { NewsList } from "#app/features/notifications/news-list";
import { pageMeta } from "#app/features/seo/meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "系统消息", path: "/notifications/system", noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadNews(args, "system");
}

export default function SystemNews() {
  return <NewsList page={useLoaderData<typeof loader>()} empty="没有系统消息" />;
}
