import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { answerApi } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { parseId } from "#app/contract/text/parse-id";
import { answerView } from "#app/features/answer/answer-view.server";
import { answerWriting } from "#app/features/answer/answer-writing.server";
import { loadAuthorCard } from "#app/features/author/load-author-card.server";
import { loadComments } from "#app/features/comment/load-comments.server";
import { historyPath } from "#app/features/history/history-path.server";
import { ownLinks } from "#app/features/write/own-links.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";
import { leadOnMerged } from "./lead-on-merged.server";

/** Loads everything on a question's page; redirects from a merged question. */
export const loadQuestionPage = (args: LoaderFunctionArgs, id: number) =>
  loadQuestion(args, id).catch((error: unknown) => leadOnMerged(args, id, error));

async function loadQuestion(args: LoaderFunctionArgs, id: number) {
  const { load, call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const sort = query.get("sort") === "time" ? ("time" as const) : ("default" as const);
  const page = pageNumberOf(query);
  const aid = query.get("aid");
  const question = load(questionApi.get, { params: { id } });
  const [detail, answers, relevant, own, card, linked, comments, writing] = await Promise.all([
    question,
    optional(call(answerApi.list, { query: { questionId: id, sort, page } })),
    optional(call(questionApi.relevantList, { query: { questionId: id } })),
    // The question includes its counts; only the viewer's state is extra, and anonymous readers have none.
    tokenOf(args.request) ? optional(call(questionApi.extraInfo, { params: { id } })) : null,
    question.then(({ author }) => loadAuthorCard(args, author, "question")),
    linkedAnswer(args, id, aid),
    shownComments(args, id, query.get("comments") ?? listOfComment(query)),
    answerWriting(args, id),
  ]);
  const shortId = encodeId(id);
  return {
    question: {
      ...detail,
      shortId,
      href: paths.question(shortId),
      history: historyPath({ kind: "question", ...detail }),
    },
    own,
    ...card,
    sort,
    /** Whether the answer in `aid` no longer exists. */
    linkedIsGone: aid !== null && linked === null,
    /** Whether it exists, for all that is known, but could not be loaded. */
    linkedNotLoaded: linked === undefined,
    linked: linked ? answerView(linked) : null,
    answers: answers && {
      ...answers,
      // The question's title is omitted from its answers.
      list: answers.list.filter(({ id }) => id !== linked?.id).map(({ question: _, ...answer }) => answerView(answer)),
    },
    related: relevant?.map((each) => ({ ...each, href: paths.question(encodeId(each.id)) })) ?? null,
    comments,
    /** A member has at most one answer to a question; it is shown instead of the form. */
    answerBox: own?.myAnswerId ? null : writing.box,
    myAnswer: own?.myAnswerId ? paths.question(shortId, encodeId(own.myAnswerId)) : null,
    editing: writing.editing,
    ownLinks: own?.mine ? { ...ownLinks({ kind: "question", id }), kept: !own.deletable } : null,
  };
}

export type QuestionPage = Awaited<ReturnType<typeof loadQuestionPage>>;

/**
 * Loads the answer of a permalink; redirects if it belongs to another question.
 * @returns null if it does not exist, undefined if it could not be loaded
 */
async function linkedAnswer(args: LoaderFunctionArgs, questionId: number, aid: string | null) {
  const id = decodeId(aid);
  if (id === null) return null;
  const answer = await gateway(args)
    .call(answerApi.get, { params: { id } })
    .catch((error: unknown): null | undefined => {
      if (!(error instanceof UpstreamError)) throw error;
      return error.code === "NOT_FOUND" ? null : undefined;
    });
  if (answer && answer.questionId !== questionId) {
    throw redirect(paths.question(encodeId(answer.questionId), encodeId(answer.id)));
  }
  return answer;
}

/**
 * List to open for a link that names a comment but no list, e.g. in a letter: that of the answer in `aid`, or else the
 * question's.
 */
function listOfComment(query: URLSearchParams): string | null {
  if (parseId(query.get("comment")) === null) return null;
  const aid = query.get("aid");
  return aid === null ? "question" : `answer-${aid}`;
}

/** Loads the comments opened by the query: `question`, or `answer-<short id>`. */
async function shownComments(args: LoaderFunctionArgs, questionId: number, shown: string | null) {
  if (shown === "question") {
    return { of: "question", page: await loadComments(args, { kind: "question", id: questionId }) };
  }
  const answerId = shown?.startsWith("answer-") ? decodeId(shown.slice("answer-".length)) : null;
  if (shown === null || answerId === null) return null;
  return { of: shown, page: await loadComments(args, { kind: "answer", id: answerId }) };
}
