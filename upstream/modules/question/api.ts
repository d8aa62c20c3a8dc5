import { questionApi } from "#app/contract/question";
import { fromJson } from "../../db/columns";
import { BusinessError, found } from "../../http/errors";
import { implement } from "../../http/implement";
import { followedQuestionIds } from "../../viewer/follows";
import {
  authorQuestions,
  findQuestion,
  findQuestionCounts,
  findQuestionDraft,
  findRelated,
  followedQuestions,
  listQuestions,
} from "./queries";
import { questionDetailView, questionSummaryView, shownUserKeys } from "./view";

export const question = implement(questionApi, {
  async get({ params }, { db, dependsOn }) {
    dependsOn(`question/${params.id}`);
    const row = found(await findQuestion(db, params.id));
    dependsOn(`user/${row.author_user_id}`);
    return questionDetailView(row);
  },

  async extraInfo({ params }, { db, viewer, dependsOn }) {
    dependsOn(`question/${params.id}`);
    const viewerId = viewer?.userId ?? null;
    const row = found(await findQuestionCounts(db, params.id, viewerId));
    const followed = await followedQuestionIds(db, viewerId, [params.id]);
    return {
      answerCount: row.answer_count,
      followCount: row.follow_count,
      commentCount: row.comment_count,
      followed: followed.has(params.id),
      mine: viewerId === row.author_id,
      myAnswerId: row.my_answer_id,
    };
  },

  async list({ query }, { db, dependsOn }) {
    dependsOn("questions");
    const { total, rows } = await listQuestions(db, query);
    dependsOn(...shownUserKeys(rows));
    return { list: rows.map(questionSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async authorList({ query }, { db, dependsOn }) {
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await authorQuestions(db, query);
    dependsOn(...shownUserKeys(rows));
    return { list: rows.map(questionSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async followList({ query }, { db, dependsOn }) {
    dependsOn(`profile/${query.userId}`);
    const { total, rows } = await followedQuestions(db, query);
    dependsOn(...shownUserKeys(rows), ...rows.map((row) => `question/${row.id}`));
    return { list: rows.map(questionSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async myList({ query }, { db, viewer }) {
    const { total, rows } = await authorQuestions(db, { ...query, userId: found(viewer).userId });
    return { list: rows.map(questionSummaryView), total, page: query.page, pageSize: query.pageSize };
  },

  async relevantList({ query }, { db, dependsOn }) {
    const rows = await findRelated(db, query.questionId);
    dependsOn(...[query.questionId, ...rows.map((row) => row.id)].map((id) => `question/${id}`));
    return rows.map((row) => ({ id: row.id, title: row.title, answerCount: row.answer_count }));
  },

  async init({ params }, { db, viewer }) {
    const row = found(await findQuestionDraft(db, params.id));
    if (row.author_id !== found(viewer).userId) throw new BusinessError("FORBIDDEN");
    return {
      id: row.id,
      title: row.title,
      content: row.content,
      tags: fromJson<string[]>(row.tags),
      aiGenerated: row.ai_generated === 1,
      version: row.version,
    };
  },
});
