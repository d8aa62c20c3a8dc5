import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { questionApi } from "#app/contract/content/question";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { loadWrittenBy } from "#app/features/profile/load-written-by.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { QuestionItem } from "#app/features/question/question-item";
import { questionLinks } from "#app/features/question/question-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("提问", (id) => paths.writtenBy("question", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const found = await loadWrittenBy(args, "question", {
    mine: (query) => load(questionApi.myList, { query }),
    theirs: (query) => load(questionApi.authorList, { query }),
  });
  return { ...found, list: found.list.map(questionLinks) };
}

export default function UserQuestions() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList
        page={page}
        empty={`${pronounOf(profile)}还没有提过问题。`}
        own={{ label: "去提问", to: paths.write("question") }}
      >
        {page.list.map((question) => (
          <QuestionItem key={question.id} question={question} />
        ))}
      </ProfileList>
    </>
  );
}
