import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commentApi } from "#app/contract/content/comment";
import { PlacedCommentItem } from "#app/features/comment/placed-comment-item";
import { placedCommentList } from "#app/features/comment/placed-comment-links.server";
import { heldTexts } from "#app/features/held/held-links.server";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { isOwnProfile } from "#app/features/profile/own-profile.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("评论", (id) => paths.writtenBy("comment", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const userId = userIdOf(args);
  const [found, held] = await Promise.all([
    gateway(args).load(commentApi.postList, { query: { userId, page } }),
    page === 1 && (await isOwnProfile(args)) ? heldTexts(args, "comment") : [],
  ]);
  return { ...found, held, list: await placedCommentList(args, found.list) };
}

export default function UserComments() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList
        page={page}
        empty={`${pronounOf(profile)}还没有发表过评论。`}
        own={{ label: "看看新回答", to: paths.answers() }}
        illustration="empty-comments"
      >
        {page.list.map((comment) => (
          <PlacedCommentItem key={comment.id} comment={comment} />
        ))}
      </ProfileList>
    </>
  );
}
