import { answerApi } from "#app/contract/answer";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { requireOwn } from "#upstream/modules/content/own";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { limitedWrite } from "#upstream/policy/limited-write";
import { votesOn } from "#upstream/viewer/votes";
import { answersOfQuestion, authorAnswers, findAnswer, findAnswerDraft, latestAnswers } from "./queries";
import { softDeleteAnswer } from "./soft-delete";
import { updateAnswer } from "./update";
import { answerDetailView, answerDraftView, answerSummaryView } from "./view";
import { answerTexts, insertAnswer, prepareAnswer } from "./write";

export const answer = implement(answerApi, {
  create: (input, call) =>
    idempotent(call, input.body, async (body, note: RecordOutcome<{ id: number }>) => {
      const authorId = await requirePublisher(call, "publish");
      const prepared = await prepareAnswer(call, { ...body, authorId });
      const draft = `question/${body.questionId}/answer`;
      await moderate(
        call,
        { kind: "answer", authorId, target: null, fields: body, texts: answerTexts(prepared), draft },
        note,
      );
      return transact(call.db, async (trx) => {
        await removeDrafts(trx, authorId, draft);
        const written = await insertAnswer(trx, call, prepared);
        await note(trx, { code: "SUCCESS", data: written });
        return written;
      });
    }),

  async update({ body }, call) {
    const { id, version, ...fields } = body;
    const authorId = await requirePublisher(call, "edit");
    await requireOwn(call.db, "answers", id, authorId);
    const prepared = await prepareAnswer(call, { ...fields, questionId: 0, authorId });
    const draft = `answer/${id}`;
    const texts = answerTexts(prepared);
    await moderate(call, { kind: "answer", authorId, target: { id, version }, fields: body, texts, draft });
    return transact(call.db, async (trx) => {
      await removeDrafts(trx, authorId, draft);
      await withdrawChanges(trx, "answer", id);
      return updateAnswer(trx, call, { id, version, answer: prepared });
    });
  },

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "answers", id, userId);
      await softDeleteAnswer(trx, call, id);
      return null;
    }),

  async get({ params }, { db, viewer, dependsOn }) {
    const one = await findAnswer(db, params.id);
    if (!one) dependsOn("answers");
    const row = found(one);
    dependsOn(`question/${row.question_id}`, `user/${row.author_user_id}`);
    const viewerId = viewer?.userId ?? null;
    return answerDetailView(row, viewerId, await votesOn(db, viewerId, [row.id]));
  },

  async list({ query: { questionId, ...query } }, { db, viewer, dependsOn }) {
    dependsOn(questionId === undefined ? "answers" : `question/${questionId}`);
    const { total, rows } =
      questionId === undefined
        ? await latestAnswers(db, query)
        : found(await answersOfQuestion(db, { ...query, questionId }));
    dependsOn(...rows.flatMap((row) => [`user/${row.author_user_id}`, `question/${row.question_id}`]));
    const viewerId = viewer?.userId ?? null;
    const votes = await votesOn(
      db,
      viewerId,
      rows.map((row) => row.id),
    );
    const list = rows.map((row) => answerDetailView(row, viewerId, votes));
    return { list, total, page: query.page, pageSize: query.pageSize };
  },

  async authorList({ query }, { db, dependsOn }) {
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await authorAnswers(db, query);
    // Titles of other people's questions, and how many answers they have.
    dependsOn(...rows.map((row) => `question/${row.question_id}`));
    return { list: rows.map(answerSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async myList({ query }, { db, viewer }) {
    const { total, rows } = await authorAnswers(db, { ...query, userId: found(viewer).userId });
    return { list: rows.map(answerSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async init({ params }, { db, viewer }) {
    const row = found(await findAnswerDraft(db, params.id));
    if (row.author_id !== found(viewer).userId) throw new BusinessError("FORBIDDEN");
    return answerDraftView(row);
  },
});
