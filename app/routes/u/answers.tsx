import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerApi } from "#app/contract/content/answer";
import { AnswerSummaryItem } from "#app/features/answer/answer-summary-item";
import { answerSummaryLinks } from "#app/features/answer/answer-summary-links.server";
import { LazyHeldTexts } from "#app/features/held/lazy-held-texts";
import { loadWrittenBy } from "#app/features/profile/load-written-by.server";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList, TO_ANSWER } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("回答", (id) => paths.writtenBy("answer", id), data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { load } = gateway(args);
  const found = await loadWrittenBy(args, "answer", {
    mine: (query) => load(answerApi.myList, { query }),
    theirs: (query) => load(answerApi.authorList, { query }),
  });
  return { ...found, list: found.list.map(answerSummaryLinks) };
}

export default function UserAnswers() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <>
      <LazyHeldTexts held={page.held} />
      <ProfileList page={page} empty={`${pronounOf(profile)}还没有回答过问题。`} own={TO_ANSWER}>
        {page.list.map((answer) => (
          <AnswerSummaryItem key={answer.id} answer={answer} />
        ))}
      </ProfileList>
    </>
  );
}
