import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { articleApi } from "#app/contract/article";
import { TextItem } from "#app/features/content/text-item";
import { textLinks } from "#app/features/content/text-links.server";
import { heldTexts } from "#app/features/held/held-links.server";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { isOwnProfile } from "#app/features/profile/own-profile.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageNumberOf } from "#app/server/page-number.server";
import { userIdOf } from "#app/server/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("文章", (id) => paths.writtenBy("article", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const { load } = gateway(args);
  const own = await isOwnProfile(args);
  const [found, held] = await Promise.all([
    own
      ? load(articleApi.myList, { query: { page } })
      : load(articleApi.authorList, { query: { userId: userIdOf(args), page } }),
    own && page === 1 ? heldTexts(args, "article") : [],
  ]);
  return { ...found, held, list: found.list.map((article) => textLinks("article", article)) };
}

export default function UserArticles() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList page={page} empty={`${pronounOf(profile)}还没有写过文章。`}>
        {page.list.map((article) => (
          <TextItem key={article.id} text={article} />
        ))}
      </ProfileList>
    </>
  );
}
