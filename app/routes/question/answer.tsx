import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { answerApi } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { AnswerItem } from "#app/features/answer/answer-item";
import { answerView } from "#app/features/answer/answer-view.server";
import { AuthorCard } from "#app/features/author/author-card";
import { loadAuthorCard } from "#app/features/author/load-author-card.server";
import { loadComments } from "#app/features/comment/load-comments.server";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { encodeId } from "#app/server/urls/short-id.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: `${data.answer.author.nickname}的回答：${data.question.title}`,
      description: data.answer.excerpt,
      // The canonical URL of the answer is its permalink under the question.
      path: data.answer.href,
      type: "article",
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  if (!/^\d+$/.test(args.params.id ?? "")) throw redirect("/");
  const id = numberOfParam(args);
  const { load } = gateway(args);
  const answer = answerView(await load(answerApi.get, { params: { id } }));
  const shown = new URL(args.request.url).searchParams.get("comments") === `answer-${answer.shortId}`;
  const [question, card, comments] = await Promise.all([
    load(questionApi.get, { params: { id: answer.questionId } }),
    loadAuthorCard(args, answer.author, "answer"),
    shown ? loadComments(args, { kind: "answer", id }).then((page) => ({ page })) : undefined,
  ]);
  return {
    answer,
    question: {
      title: question.title,
      answerCount: question.answerCount,
      href: paths.question(encodeId(answer.questionId)),
    },
    ...card,
    comments,
  };
}

export default function Answer() {
  const { answer, question, author, followed, me, comments } = useLoaderData<typeof loader>();
  return (
    <Columns side={<AuthorCard author={author} kind="answer" followed={followed} me={me} />}>
      <div className="card question">
        <h1 className="detail-title">
          <Link to={question.href}>{question.title}</Link>
        </h1>
        <Link to={question.href} className="question__all">
          查看全部 {question.answerCount} 个回答
          <Icon name="chevron-right" />
        </Link>
      </div>
      <div className="answers">
        <h2 className="visually-hidden">{answer.author.nickname}的回答</h2>
        <AnswerItem answer={answer} comments={comments} />
      </div>
    </Columns>
  );
}
