import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commentApi } from "#app/contract/content/comment";
import { PlacedCommentItem } from "#app/features/comment/placed-comment-item";
import { placedCommentList } from "#app/features/comment/placed-comment-links.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList, TO_ANSWER } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收到的评论", paths.userReceivedComments, data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const found = await gateway(args).load(commentApi.receiveList, { query: { userId: userIdOf(args), page } });
  return { ...found, list: await placedCommentList(args, found.list) };
}

export default function UserReceivedComments() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <ProfileList
      page={page}
      empty={`${pronounOf(profile)}还没有收到评论。`}
      own={TO_ANSWER}
      illustration="empty-comments"
    >
      {page.list.map((comment) => (
        <PlacedCommentItem key={comment.id} comment={comment} signed />
      ))}
    </ProfileList>
  );
}
