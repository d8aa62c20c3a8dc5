import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { favoritesApi } from "#app/contract/favorites";
import { CaseItem } from "#app/features/case/case-item";
import { caseView } from "#app/features/case/case-view.server";
import { TextItem } from "#app/features/content/text-item";
import { textLinks } from "#app/features/content/text-links.server";
import { Collection } from "#app/features/profile/collection";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageNumberOf } from "#app/server/page-number.server";
import { partsOff } from "#app/server/require-part.server";
import { userIdOf } from "#app/server/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏", paths.userCollections, data, matches);

/** List of what is kept of a kind that the site lacks. */
const NONE = { list: [], total: 0, pageSize: 1 };

/**
 * Articles and cases in one list, by when they were kept. Each page shows the same page of both, so that
 * paging stays true without reading everything.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const off = await partsOff(args);
  const query = { userId: userIdOf(args), page: pageNumberOf(new URL(args.request.url).searchParams) };
  const [articles, cases] = await Promise.all([
    off.includes("article") ? NONE : load(favoritesApi.articleList, { query }),
    off.includes("case") ? NONE : load(favoritesApi.caseList, { query }),
  ]);
  const list = [
    ...articles.list.map((article) => ({
      kind: "article" as const,
      article: textLinks("article", article),
      at: article.favoritedAt,
    })),
    ...cases.list.map((item) => ({ kind: "case" as const, item: caseView(item), at: item.favoritedAt })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  // The longer of the two says how many pages there are.
  return {
    list,
    page: query.page,
    pageSize: Math.max(articles.pageSize, cases.pageSize),
    total: Math.max(articles.total, cases.total),
  };
}

export default function UserCollections() {
  const page = useLoaderData<typeof loader>();
  return (
    <Collection page={page} what="内容">
      {page.list.map((entry) =>
        entry.kind === "article" ? (
          <TextItem key={`a${entry.article.id}`} text={entry.article} kind="文章" />
        ) : (
          <CaseItem key={`c${entry.item.id}`} item={entry.item} />
        ),
      )}
    </Collection>
  );
}
