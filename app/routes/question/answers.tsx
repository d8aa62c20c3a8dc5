import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { answerApi } from "#app/contract/content/answer";
import { configApi } from "#app/contract/site/config";
import { AnswerSummaryItem } from "#app/features/answer/answer-summary-item";
import { answerSummaryLinks } from "#app/features/answer/answer-summary-links.server";
import { RecommendedAuthors } from "#app/features/author/recommended-authors";
import { EmptyList } from "#app/features/feed/empty-list";
import { AskBox } from "#app/features/question/ask-box";
import { QuestionViews } from "#app/features/question/question-views";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

const AUTHORS = 8;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: "新回答",
      description: "全站最新的回答。",
      path: listPath(paths.answers(), data.answers.page),
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const { load, call } = gateway(args);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const [answers, authors] = await Promise.all([
    load(answerApi.list, { query: { sort: "time", page } }),
    optional(call(configApi.recommendAuthor, {})),
  ]);
  return {
    answers: { ...answers, list: answers.list.map(answerSummaryLinks) },
    authors: authors?.slice(0, AUTHORS) ?? [],
  };
}

export default function Answers() {
  const { answers, authors } = useLoaderData<typeof loader>();
  return (
    <Columns
      side={
        <>
          <AskBox />
          <RecommendedAuthors authors={authors} />
        </>
      }
    >
      <PageHead title="新回答" text="刚刚写下的经验，都在这里。" />
      <Card flush>
        <QuestionViews current="answers" />
        {answers.list.length > 0 ? (
          <ul className="items">
            {answers.list.map((answer, index) => (
              <AnswerSummaryItem
                key={answer.id}
                answer={answer}
                again={answers.list[index - 1]?.questionId === answer.questionId}
                signed
              />
            ))}
          </ul>
        ) : (
          <EmptyList
            page={answers.page}
            text="还没有人回答，挑一个你懂的问题吧。"
            action={{ label: "看看问题", to: paths.questions() }}
          />
        )}
        <Pagination {...answers} />
      </Card>
    </Columns>
  );
}
