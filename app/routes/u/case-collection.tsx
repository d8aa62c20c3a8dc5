import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { favoritesApi } from "#app/contract/reading/favorites";
import { CaseItem } from "#app/features/case/case-item";
import { caseView } from "#app/features/case/case-view.server";
import { Collection } from "#app/features/profile/collection";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏", paths.userCaseCollection, data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const found = await gateway(args).load(favoritesApi.caseList, { query: { userId: userIdOf(args), page } });
  return { ...found, list: found.list.map(caseView) };
}

export default function UserCaseCollection() {
  const page = useLoaderData<typeof loader>();
  return (
    <Collection page={page} what="案例">
      {page.list.map((item) => (
        <CaseItem key={item.id} item={item} />
      ))}
    </Collection>
  );
}
