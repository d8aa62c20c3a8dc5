import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { answerApi } from "#app/contract/content/answer";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { transact } from "#upstream/db/transact";
import { shownTexts } from "#upstream/modules/content/editor-columns";
import { requireOwn } from "#upstream/modules/content/own";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { ownSource } from "#upstream/modules/content/source";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { currentTarget } from "#upstream/modules/draft/current-target";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { holdOwnAccount } from "#upstream/modules/user/hold-account";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { limitedWrite } from "#upstream/policy/limited-write";
import { reactionsOn } from "#upstream/viewer/answer-reactions";
import { requireNoAnswer } from "./one-each";
import { answersOfQuestion, authorAnswers, findAnswer, latestAnswers } from "./queries";
import { softDeleteAnswer } from "./soft-delete";
import { updateAnswer } from "./update";
import { answerDetailView, answerSeenBy, answerSummaryView } from "./view";
import { insertAnswer, prepareAnswer } from "./write";

export const answer = implement(answerApi, {
  create: (input, call) =>
    idempotent(call, input.body, async (body, note: RecordOutcome<{ id: number }>) => {
      const { captchaVerification: pass, knownDraftAt: knownAt } = input.body;
      const authorId = await requirePublisher(call, "publish");
      await requireNoAnswer(call.db, authorId, body.questionId);
      const prepared = await prepareAnswer(call, { ...body, authorId });
      const target = await currentTarget(call.db, authorId, draftTargets.answer(body.questionId));
      const draft = { target, knownAt, published: body };
      await moderate(
        call,
        { kind: "answer", authorId, target: null, fields: body, texts: shownTexts("answer", prepared), draft, pass },
        note,
      );
      return transact(call.db, async (trx) => {
        // Two answers at once wait for each other.
        await holdOwnAccount(trx, authorId);
        await requireNoAnswer(trx, authorId, body.questionId);
        await removeDrafts(trx, authorId, draft);
        const written = await insertAnswer(trx, call, prepared);
        await note(trx, { code: "SUCCESS", data: written });
        return written;
      });
    }),

  async update({ body: { captchaVerification: pass, knownDraftAt: knownAt, ...body } }, call) {
    const { id, version, reason, ...fields } = body;
    const authorId = await requirePublisher(call, "edit");
    await requireOwn(call.db, "answer", id, authorId);
    const prepared = await prepareWritten(call, "answer", { ...fields, authorId });
    const draft = { target: draftTargets.change("answer", id), knownAt, published: fields };
    const texts = { ...shownTexts("answer", prepared), reason: [reason] };
    await moderate(call, { kind: "answer", authorId, target: { id, version }, fields: body, texts, draft, pass });
    return transact(call.db, async (trx) => {
      await removeDrafts(trx, authorId, draft);
      await withdrawChanges(trx, "answer", id);
      return updateAnswer(trx, call, { id, version, reason, text: prepared });
    });
  },

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
