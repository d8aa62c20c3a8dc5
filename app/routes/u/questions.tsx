import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { questionApi } from "#app/contract/question";
import { heldTexts } from "#app/features/held/held-links.server";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { isOwnProfile } from "#app/features/profile/own-profile.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { QuestionItem } from "#app/features/question/question-item";
import { questionLinks } from "#app/features/question/question-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { pageNumberOf } from "#app/server/page-number.server";
import { userIdOf } from "#app/server/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("提问", (id) => paths.writtenBy("question", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const { load } = gateway(args);
  const own = await isOwnProfile(args);
  const [found, held] = await Promise.all([
    own
      ? load(questionApi.myList, { query: { page } })
      : load(questionApi.authorList, { query: { userId: userIdOf(args), page } }),
    own && page === 1 ? heldTexts(args, "question") : [],
  ]);
  return { ...found, held, list: found.list.map(questionLinks) };
}

export default function UserQuestions() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList page={page} empty={`${pronounOf(profile)}还没有提过问题。`}>
        {page.list.map((question) => (
          <QuestionItem key={question.id} question={question} />
        ))}
      </ProfileList>
    </>
  );
}
