import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { announcementApi } from "#app/contract/announcement";
import { configApi } from "#app/contract/config";
import { contentApi } from "#app/contract/content";
import { extApi } from "#app/contract/ext";
import { AnnouncementBox } from "#app/features/announcement/announcement-box";
import { announcementLine } from "#app/features/announcement/announcement-line.server";
import { RecommendedAuthors } from "#app/features/author/recommended-authors";
import { EmptyList } from "#app/features/feed/empty-list";
import { Feed } from "#app/features/feed/feed";
import { feedLinks } from "#app/features/feed/feed-links.server";
import { Banners } from "#app/features/home/banners";
import { Posters } from "#app/features/home/posters";
import { HotTags } from "#app/features/question/hot-tags";
import { pageMeta } from "#app/features/seo/meta";
import { websiteOf } from "#app/features/seo/website";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import { pageNumberOf } from "#app/server/page-number.server";

const ANNOUNCEMENTS = 5;
const AUTHORS = 6;
const TAGS = 16;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "", path: paths.home(data.tab), jsonLd: websiteOf(matches) }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { load, call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const tab = query.get("tab") === "latest" ? ("latest" as const) : ("recommend" as const);
  const page = pageNumberOf(query);
  const [feed, banners, posters, authors, announcements, tags] = await Promise.all([
    load(contentApi.list, { query: { tab, page } }),
    optional(call(configApi.banner, {})),
    optional(call(configApi.poster, {})),
    optional(call(configApi.recommendAuthor, {})),
    optional(call(announcementApi.list, { query: { pageSize: ANNOUNCEMENTS } })),
    optional(call(extApi.tags, {})),
  ]);
  return {
    tab,
    feed: { ...feed, list: feed.list.map(feedLinks) },
    banners: page === 1 ? (banners ?? []) : [],
    posters: posters ?? [],
    authors: authors?.slice(0, AUTHORS) ?? [],
    announcements: (announcements?.list ?? []).map(announcementLine),
    tags: tags?.slice(0, TAGS) ?? [],
  };
}

export default function Home() {
  const { tab, feed, banners, posters, authors, announcements, tags } = useLoaderData<typeof loader>();
  const site = useRoot()?.site;
  return (
    <Columns
      side={
        <>
          <AnnouncementBox announcements={announcements} />
          <RecommendedAuthors authors={authors} />
          <Posters posters={posters} />
          <HotTags tags={tags} />
        </>
      }
    >
      <h1 className="visually-hidden">{site ? [site.name, site.slogan].filter(Boolean).join("，") : "首页"}</h1>
      <Banners banners={banners} />
      <Card flush>
        <Tabs
          label="排序"
          tabs={[
            { label: "推荐", to: paths.home(), current: tab === "recommend" },
            { label: "最新", to: paths.home("latest"), current: tab === "latest" },
          ]}
        />
        {feed.list.length > 0 ? (
          <Feed items={feed.list} />
        ) : (
          <EmptyList
            page={feed.page}
            text="这里还没有内容，来提第一个问题吧。"
            action={
              feed.page > 1
                ? { label: "回到第一页", to: paths.home(tab) }
                : { label: "去提问", to: paths.write("question") }
            }
          />
        )}
        <Pagination {...feed} />
      </Card>
    </Columns>
  );
}
