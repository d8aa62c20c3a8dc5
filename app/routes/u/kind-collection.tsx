import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { KINDS } from "#app/contract/kinds";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritePaths } from "#app/features/favorite/favorite-paths";
import { contentOf, FeedEntry } from "#app/features/feed/feed";
import { feedLinks } from "#app/features/feed/feed-links.server";
import { Collection } from "#app/features/profile/collection";
import { profileMeta } from "#app/features/profile/profile-meta";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏", data?.kind === "answer" ? favoritePaths.answers : favoritePaths.questions, data, matches);

/** Someone's favorite questions or answers; articles and cases have pages by the specification. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind } = args.params;
  const { load } = gateway(args);
  const query = { userId: userIdOf(args), page: pageNumberOf(new URL(args.request.url).searchParams) };
  if (kind === "question") {
    const found = await load(favoriteFolderApi.questionList, { query });
    return {
      ...found,
      kind,
      name: KINDS[kind].name,
      list: found.list.map((question) => feedLinks({ kind, question })),
    };
  }
  if (kind !== "answer") throw notFound();
  const found = await load(favoriteFolderApi.answerList, { query });
  return { ...found, kind, name: KINDS[kind].name, list: found.list.map((answer) => feedLinks({ kind, answer })) };
}

export default function KindCollection() {
  const page = useLoaderData<typeof loader>();
  return (
    <Collection page={page} what={page.name}>
      {page.list.map((item) => (
        <FeedEntry key={contentOf(item).id} item={item} />
      ))}
    </Collection>
  );
}
