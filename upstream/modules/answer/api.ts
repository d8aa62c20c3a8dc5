import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { answerApi } from "#app/contract/content/answer";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { requireOwn } from "#upstream/modules/content/own";
import { ownSource } from "#upstream/modules/content/source";
import { publishChange } from "#upstream/modules/publication/publish-change";
import { publishNew } from "#upstream/modules/publication/publish-new";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { limitedWrite } from "#upstream/policy/limited-write";
import { reactionsOn } from "#upstream/viewer/answer-reactions";
import { requireNoAnswer } from "./one-each";
import { answersOfQuestion, authorAnswers, findAnswer, latestAnswers } from "./queries";
import { softDeleteAnswer } from "./soft-delete";
import { answerDetailView, answerSeenBy, answerSummaryView } from "./view";

export const answer = implement(answerApi, {
  create: ({ body }, call) =>
    publishNew(call, "answer", body, {
      draftTarget: draftTargets.answer(body.questionId),
      check: (authorId) => requireNoAnswer(call.db, authorId, body.questionId),
      async lock(trx, authorId) {
        // Two answers at once wait for each other.
        await holdOwnAccount(trx, authorId);
        await requireNoAnswer(trx, authorId, body.questionId);
      },
    }),

  update: ({ body }, call) => publishChange(call, "answer", body),

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "answer", id, userId);
      await softDeleteAnswer(trx, call, id);
      return null;
    }),

  async get({ params }, call) {
    const { db, viewer } = call;
    const one = await findAnswer(db, params.id);
    if (!one) call.dependsOn("answers");
    const row = found(one);
    return answerSeenBy(show(call, answerDetailView(row)), await reactionsOn(db, viewer?.userId ?? null, [row.id]));
  },

  async list({ query: { questionId, ...query } }, call) {
    const name = JSON.stringify(["answer/list", questionId, query]);
    const page = await call.sharedPart(name, async (shared) => {
      shared.dependsOn(questionId === undefined ? "answers" : `question/${questionId}`);
      const answers =
        questionId === undefined
          ? await latestAnswers(shared.db, query)
          : found(await answersOfQuestion(shared.db, { ...query, questionId }));
      return showPage(shared, query, answers, answerDetailView);
    });
    const ids = page.list.map((one) => one.id);
    const own = await reactionsOn(call.db, call.viewer?.userId ?? null, ids);
    return { ...page, list: page.list.map((one) => answerSeenBy(one, own)) };
  },

  authorList: ({ query }, call) => pageOfAuthor(call, query),
  myList: ({ query }, call) => pageOfAuthor(call, { ...query, userId: call.viewer.userId }),

  init: ({ params: { id } }, { db, viewer }) => ownSource(db, "answer", { id, userId: viewer.userId }),
});

/** One page of a person's texts, newest first. It depends on `user/…` too, because the author is shown with each. */
async function pageOfAuthor(call: Call, query: z.output<typeof authorPageQuery>) {
  call.dependsOn(`by/answer/${query.userId}`, `user/${query.userId}`);
  return showPage(call, query, await authorAnswers(call.db, query), answerSummaryView);
}
