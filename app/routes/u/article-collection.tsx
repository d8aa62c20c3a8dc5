import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { favoritesApi } from "#app/contract/reading/favorites";
import { TextItem } from "#app/features/content/text-item";
import { textLinks } from "#app/features/content/text-links.server";
import { Collection } from "#app/features/profile/collection";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏", paths.userArticleCollection, data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const found = await gateway(args).load(favoritesApi.articleList, { query: { userId: userIdOf(args), page } });
  return { ...found, list: found.list.map((article) => textLinks("article", article)) };
}

export default function UserArticleCollection() {
  const page = useLoaderData<typeof loader>();
  return (
    <Collection page={page} what="文章">
      {page.list.map((article) => (
        <TextItem key={article.id} text={article} />
      ))}
    </Collection>
  );
}
