import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { announcementApi } from "#app/contract/content/announcement";
import { followingApi } from "#app/contract/reading/following";
import { contentApi, type FeedTab } from "#app/contract/reading/home-feed";
import { tagApi } from "#app/contract/reading/tag";
import { configApi } from "#app/contract/site/config";
import { siteStateApi } from "#app/contract/site/site-state";
import { AnnouncementBox } from "#app/features/announcement/announcement-box";
import { announcementLine } from "#app/features/announcement/announcement-line.server";
import { RecommendedAuthors } from "#app/features/author/recommended-authors";
import { EmptyList } from "#app/features/feed/empty-list";
import { Feed } from "#app/features/feed/feed";
import { feedLinks } from "#app/features/feed/feed-links.server";
import { Banners } from "#app/features/home/banners";
import { NothingFollowed, Older } from "#app/features/home/followed";
import { loadPictures } from "#app/features/home/load-pictures.server";
import { Posters } from "#app/features/home/posters";
import { Welcome } from "#app/features/home/welcome";
import { MemberLink } from "#app/features/login/member-link";
import { HotTags } from "#app/features/question/hot-tags";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { verificationTags } from "#app/features/seo/verification.server";
import { websiteOf } from "#app/features/seo/website";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { missingOf } from "#app/server/site/capabilities.server";

const ANNOUNCEMENTS = 5;
const AUTHORS = 6;
const TAGS = 16;
const TABS = ["recommend", "latest", "following"] as const;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageMeta(
    data && {
      title: "",
      path: listPath(paths.home(data.tab), data.feed.page),
      jsonLd: websiteOf(matches),
      noIndex: data.tab === "following",
    },
    matches,
  ),
  ...(data?.verification ?? []),
];

export async function loader(args: LoaderFunctionArgs) {
  const { call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const tab = TABS.find((one) => one === query.get("tab")) ?? "recommend";
  const page = pageNumberOf(query);
  const [feed, banners, posters, authors, announcements, tags, logo, totals] = await Promise.all([
    tab === "following" ? loadFollowed(args, query.get("cursor")) : loadFeed(args, tab, page),
    loadPictures(args, "banner"),
    loadPictures(args, "poster"),
    optional(call(configApi.recommendAuthor, {})),
    optional(call(announcementApi.list, { query: { pageSize: ANNOUNCEMENTS } })),
    optional(call(tagApi.popular, {})),
    optional(call(configApi.logo, {})),
    // Only for the introduction, which members don't get.
    tokenOf(args.request) || page > 1 ? null : optional(call(siteStateApi.totals, {})),
  ]);
  return {
    tab,
    feed,
    following: !(await missingOf(args)).includes("following"),
    banners: page === 1 ? banners : [],
    posters,
    authors: authors?.slice(0, AUTHORS) ?? [],
    announcements: (announcements?.list ?? []).map(announcementLine),
    tags: tags?.slice(0, TAGS) ?? [],
    totals,
    verification: verificationTags(logo?.verification),
  };
}

async function loadFeed(args: LoaderFunctionArgs, tab: FeedTab, page: number) {
  const feed = await gateway(args).load(contentApi.list, { query: { tab, page } });
  return { ...feed, list: feed.list.map(feedLinks), next: null };
}

/** Loads entries of the following feed from a cursor; empty for anonymous readers. */
async function loadFollowed(args: LoaderFunctionArgs, cursor: string | null) {
  const empty = { total: 0, page: 1, pageSize: 1 };
  if (!tokenOf(args.request)) return { ...empty, list: [], next: null };
  const { list, nextCursor } = await gateway(args).load(followingApi.list, { query: cursor ? { cursor } : {} });
  return { ...empty, list: list.map(feedLinks), next: nextCursor };
}

export default function Home() {
  const { tab, feed, following, banners, posters, authors, announcements, tags, totals } =
    useLoaderData<typeof loader>();
  const { site, viewer } = useRoot() ?? {};
  return (
    <Columns
      side={
        <>
          <AnnouncementBox announcements={announcements} />
          <HotTags tags={tags} />
          <RecommendedAuthors authors={authors} />
          <Posters posters={posters} />
        </>
      }
    >
      <h1 className="visually-hidden">{site ? [site.name, site.slogan].filter(Boolean).join("，") : "首页"}</h1>
      {viewer === null && feed.page === 1 ? <Welcome totals={totals} /> : null}
      <Banners banners={banners} />
      <Card flush>
        <Tabs
          label="排序"
          tabs={[
            { label: "推荐", to: paths.home(), current: tab === "recommend" },
            { label: "最新", to: paths.home("latest"), current: tab === "latest" },
            ...(following ? [{ label: "关注", to: paths.home("following"), current: tab === "following" }] : []),
          ]}
        />
        {feed.list.length > 0 ? (
          <Feed items={feed.list} lead={feed.page === 1 && tab !== "following"} />
        ) : tab === "following" ? (
          <NothingFollowed visitor={viewer === null} next={feed.next} />
        ) : (
          <EmptyList
            page={feed.page}
            text="这里还没有内容，来提第一个问题吧。"
            action={
              feed.page > 1 ? (
                { label: "回到第一页", to: paths.home(tab) }
              ) : (
                <MemberLink to={paths.write("question")} className={buttonClass({ variant: "soft" })}>
                  去提问
                </MemberLink>
              )
            }
          />
        )}
        {feed.next && feed.list.length > 0 ? <Older next={feed.next} /> : null}
        <Pagination {...feed} />
      </Card>
    </Columns>
  );
}
