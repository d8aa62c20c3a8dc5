import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { ANSWER_BOX, AnswerBox } from "#app/features/answer/answer-box";
import { AuthorCard } from "#app/features/author/author-card";
import { AnswerList } from "#app/features/question/answer-list";
import { loadQuestionPage } from "#app/features/question/load-question-page.server";
import { QuestionHead } from "#app/features/question/question-head";
import { questionMeta } from "#app/features/question/question-meta";
import { RelatedQuestions } from "#app/features/question/related-questions";
import { paths } from "#app/paths";
import { idOfParam } from "#app/server/params/short-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => questionMeta(data, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadQuestionPage(args, idOfParam(args, paths.question));
}

export default function Question() {
  const page = useLoaderData<typeof loader>();
  const { question, own, author, followed, me, related, comments } = page;
  return (
    <Columns
      side={
        <>
          <AuthorCard author={author} kind="question" followed={followed} me={me || (own?.mine ?? false)} />
          <RelatedQuestions questions={related} />
        </>
      }
    >
      <QuestionHead
        question={question}
        followed={own?.followed ?? false}
        favorited={own?.favorited ?? false}
        own={page.ownLinks}
        answer={
          page.myAnswer
            ? { label: "我的回答", href: page.myAnswer }
            : page.answerBox && { label: "写回答", href: `${question.href}#${ANSWER_BOX}` }
        }
        comments={comments?.of === "question" ? comments : null}
      />
      <AnswerList page={page} />
      {page.answerBox ? <AnswerBox key={page.answerBox.settings.path} {...page.answerBox} /> : null}
    </Columns>
  );
}
