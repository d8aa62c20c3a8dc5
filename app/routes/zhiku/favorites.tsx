import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { EmptyList } from "#app/features/feed/empty-list";
import { FavoriteButton } from "#app/features/reaction/reaction-buttons";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuItem } from "#app/features/zhiku/zhiku-item";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "知库收藏", path: paths.zhikuFavorites(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const favorites = await gateway(args).load(zhikuFavoritesApi.list, { query: { page } });
  return { ...favorites, list: favorites.list.map(zhikuLinks) };
}

export default function ZhikuFavorites() {
  const favorites = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="收藏" text="收藏的资料，新收藏的在前" />
      <Card flush>
        {favorites.list.length > 0 ? (
          <ul className="items">
            {favorites.list.map((content) => (
              <ZhikuItem key={content.id} content={content}>
                <FavoriteButton kind="zhiku" id={content.id} count={content.favoriteCount} active />
              </ZhikuItem>
            ))}
          </ul>
        ) : (
          <EmptyList page={favorites.page} text="还没有收藏资料" action={{ label: "去知库看看", to: paths.zhiku() }} />
        )}
        <Pagination {...favorites} />
      </Card>
    </Columns>
  );
}
