import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { questionApi } from "#app/contract/content/question";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { QuestionItem } from "#app/features/question/question-item";
import { questionLinks } from "#app/features/question/question-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("关注的问题", paths.userFollowedQuestions, data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const found = await gateway(args).load(questionApi.followList, { query: { userId: userIdOf(args), page } });
  return { ...found, list: found.list.map(questionLinks) };
}

export default function UserFollowedQuestions() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <ProfileList
      page={page}
      empty={`${pronounOf(profile)}还没有关注问题。`}
      own={{ label: "看看问答", to: paths.questions() }}
    >
      {page.list.map((question) => (
        <QuestionItem key={question.id} question={question} />
      ))}
    </ProfileList>
  );
}
