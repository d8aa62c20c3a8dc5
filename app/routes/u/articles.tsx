import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { articleApi } from "#app/contract/content/article";
import { TextItem } from "#app/features/content/text-item";
import { textLinks } from "#app/features/content/text-links.server";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { loadWrittenBy } from "#app/features/profile/load-written-by.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("文章", (id) => paths.writtenBy("article", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const found = await loadWrittenBy(args, "article", {
    mine: (query) => load(articleApi.myList, { query }),
    theirs: (query) => load(articleApi.authorList, { query }),
  });
  return { ...found, list: found.list.map((article) => textLinks("article", article)) };
}

export default function UserArticles() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList
        page={page}
        empty={`${pronounOf(profile)}还没有写过文章。`}
        own={{ label: "写文章", to: paths.write("article") }}
      >
        {page.list.map((article) => (
          <TextItem key={article.id} text={article} />
        ))}
      </ProfileList>
    </>
  );
}
