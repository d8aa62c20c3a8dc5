import type { AnswerView } from "#app/features/answer/answer-view.server";
import { breadcrumbs, graph, person } from "#app/features/seo/json-ld";
import { listPath } from "#app/features/seo/list-path";
import { originOf, pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import type { QuestionPage } from "./load-question-page.server";

type Matches = Parameters<typeof pageMeta>[1];

/** Meta tags of a question; under a permalink, of the answer, which is what gets shared. */
export function questionMeta(data: QuestionPage | undefined, matches: Matches) {
  if (!data) return pageMeta(undefined, matches);
  const { question, linked, answers } = data;
  const page = answers?.page ?? 1;
  const title = linked
    ? `${linked.author.nickname}的回答：${question.title}`
    : page > 1
      ? `${question.title}（第 ${page} 页）`
      : question.title;
  return pageMeta(
    {
      title,
      description: linked?.excerpt || question.excerpt || answers?.list[0]?.excerpt || question.title,
      path: linked?.href ?? listPath(question.href, page),
      type: "article",
      card: linked ? `answer/${linked.id}` : `question/${question.id}`,
      jsonLd: questionJsonLd(data, originOf(matches)),
    },
    matches,
  );
}

function questionJsonLd({ question, linked, answers }: QuestionPage, origin: string) {
  const shown = [...(linked ? [linked] : []), ...(answers?.list ?? [])];
  const answerNode = (answer: AnswerView) => ({
    "@type": "Answer",
    text: plainText(answer.contentHtml) || answer.excerpt,
    url: origin + answer.href,
    upvoteCount: answer.voteUp,
    datePublished: answer.createdAt,
    dateModified: answer.updatedAt,
    author: person(origin, answer.author, paths.writtenBy("answer", answer.author.userId)),
  });
  const accepted = shown.find((answer) => answer.accepted);
  const suggested = shown.filter((answer) => !answer.accepted);
  return graph(
    {
      "@type": "QAPage",
      mainEntity: {
        "@type": "Question",
        name: question.title,
        text: plainText(question.contentHtml) || question.title,
        url: origin + question.href,
        answerCount: question.answerCount,
        datePublished: question.createdAt,
        dateModified: question.updatedAt,
        author: person(origin, question.author, paths.writtenBy("answer", question.author.userId)),
        ...(accepted ? { acceptedAnswer: answerNode(accepted) } : {}),
        ...(suggested.length > 0 ? { suggestedAnswer: suggested.map(answerNode) } : {}),
      },
    },
    breadcrumbs(origin, [
      { name: "问题", path: paths.questions() },
      { name: question.title, path: question.href },
    ]),
  );
}

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Text of rendered HTML. */
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, sign: string) => SIGNS[sign] ?? "")
    .trim();
