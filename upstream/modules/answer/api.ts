import { answerApi } from "#app/contract/answer";
import { BusinessError, found } from "../../http/errors";
import { implement } from "../../http/implement";
import { votesOn } from "../../viewer/votes";
import { answersOfQuestion, authorAnswers, findAnswer, findAnswerDraft, latestAnswers } from "./queries";
import { answerDetailView, answerSummaryView } from "./view";

export const answer = implement(answerApi, {
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
    return {
      id: row.id,
      questionId: row.question_id,
      content: row.content,
      aiGenerated: row.ai_generated === 1,
      version: row.version,
    };
  },
});
