import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { contentOf, FeedEntry } from "#app/features/feed/feed";
import { feedLinks } from "#app/features/feed/feed-links.server";
import { Collection } from "#app/features/profile/collection";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { partsOff } from "#app/server/site/require-part.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏", paths.userCollections, data, matches);

/** Empty list for a kind that the site lacks. */
const NONE = { list: [], total: 0, pageSize: 1 };

/**
 * Favourites of every kind in one list, by time. Each page merges the same page of each kind, so that no page needs
 * earlier ones.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const [off, missing] = await Promise.all([partsOff(args), missingOf(args)]);
  const specifiedOnly = missing.includes("favorite-folder");
  const query = { userId: userIdOf(args), page: pageNumberOf(new URL(args.request.url).searchParams) };
  const [questions, answers, articles, cases] = await Promise.all([
    specifiedOnly ? NONE : load(favoriteFolderApi.questionList, { query }),
    specifiedOnly ? NONE : load(favoriteFolderApi.answerList, { query }),
    off.includes("article") ? NONE : load(favoritesApi.articleList, { query }),
    off.includes("case") ? NONE : load(favoritesApi.caseList, { query }),
  ]);
  const list = [
    ...questions.list.map((one) => ({ at: one.favoritedAt, item: feedLinks({ kind: "question", question: one }) })),
    ...answers.list.map((one) => ({ at: one.favoritedAt, item: feedLinks({ kind: "answer", answer: one }) })),
    ...articles.list.map((one) => ({ at: one.favoritedAt, item: feedLinks({ kind: "article", article: one }) })),
    ...cases.list.map((one) => ({ at: one.favoritedAt, item: feedLinks({ kind: "case", case: one }) })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  const lists = [questions, answers, articles, cases];
  // The longest list determines the number of pages.
  return {
    list: list.map(({ item }) => item),
    page: query.page,
    pageSize: Math.max(...lists.map(({ pageSize }) => pageSize)),
    total: Math.max(...lists.map(({ total }) => total)),
  };
}

export default function UserCollections() {
  const page = useLoaderData<typeof loader>();
  return (
    <Collection page={page} what="内容">
      {page.list.map((item) => (
        <FeedEntry key={item.kind + contentOf(item).id} item={item} />
      ))}
    </Collection>
  );
}
