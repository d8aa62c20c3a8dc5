import { z } from "zod";
import {
  author,
  authorPageQuery,
  count,
  html,
  id,
  idempotencyKey,
  idParams,
  nothing,
  paged,
  pageQuery,
  tagInQuery,
  tags,
  time,
} from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { captchaVerification } from "#app/contract/people/captcha";
import { draftSlot, knownDraftAt } from "#app/contract/writing/draft";
import { EDITOR_FIELDS, fieldsOfType } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";
import { editReason } from "#app/contract/writing/history";
import { answerPreview } from "./answer";
import { placedFields } from "./placed";

/** A question as lists show it. */
export const questionSummary = z.object({
  id: z.number(),
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.question, "title", "line"), "stored"),
  excerpt: z.string(),
  author,
  tags,
  answerCount: count,
  followCount: count,
  commentCount: count,
  acceptedAnswerId: z.number().nullable(),
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.question, "flag"), "stored"),
  /** The answer shown under the title in lists: the accepted one, else the best by votes. */
  topAnswer: answerPreview.nullable(),
  ...placedFields,
  createdAt: time,
  updatedAt: time,
});
export type QuestionSummary = z.output<typeof questionSummary>;

/** A question as its page shows it. */
export const questionDetail = questionSummary.omit({ topAnswer: true }).extend({ contentHtml: html, version: count });
export type QuestionDetail = z.output<typeof questionDetail>;

/** Counters and whether the viewer follows it, apart from the rest because they change often. */
export const questionExtraInfo = z.object({
  answerCount: count,
  followCount: count,
  commentCount: count,
  followed: z.boolean(),
  favoriteCount: count.default(0),
  favorited: z.boolean().default(false),
  mine: z.boolean(),
  /** The viewer's own answer, if any. */
  myAnswerId: z.number().nullable(),
  /** Whether the viewer may delete it: it is theirs, and nobody else has answered. */
  deletable: z.boolean(),
});

/** Fields that the asker fills in; `content` is Markdown. */
export const questionFields = z.object(fieldShape(EDITOR_FIELDS.question, "sent"));

/** Data that an editor starts from: the stored source and its version. */
export const questionDraft = z.object({
  id: z.number(),
  ...fieldShape(EDITOR_FIELDS.question, "stored"),
  version: count,
});

/** Order of questions; `unanswered` lists only those without answers, `featured` only featured ones. */
export const questionSort = z.enum(["latest", "hot", "unanswered", "featured"]);

/** Calls on questions. */
export const questionApi = {
  create: endpoint({
    method: "POST",
    path: "/api/question",
    auth: "user",
    summary: "提问",
    body: questionFields.extend({ idempotencyKey, draft: draftSlot.optional(), knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/question",
    auth: "user",
    summary: "修改自己的提问；version 落后时答 CONFLICT",
    body: questionFields.extend({ id, version: count, reason: editReason, knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number(), version: count }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/question",
    auth: "user",
    summary: "删除自己的提问，30 天内可恢复；已有别人回答时答 FORBIDDEN",
    body: z.object({ id }),
    data: nothing,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/question/:id",
    summary: "问题详情",
    params: idParams,
    data: questionDetail,
  }),
  extraInfo: endpoint({
    method: "GET",
    path: "/api/question/:id/extra-info",
    summary: "问题的计数与当前用户的状态",
    params: idParams,
    data: questionExtraInfo,
  }),
  follow: endpoint({
    method: "POST",
    path: "/api/question/follow",
    auth: "user",
    summary: "关注问题",
    body: z.object({ id }),
    data: z.object({ followed: z.boolean(), followCount: count }),
  }),
  unfollow: endpoint({
    method: "PUT",
    path: "/api/question/unfollow",
    auth: "user",
    summary: "取消关注问题",
    body: z.object({ id }),
    data: z.object({ followed: z.boolean(), followCount: count }),
  }),
  authorList: endpoint({
    method: "GET",
    path: "/api/question/getAuthorQuestionList",
    summary: "某位作者的提问，新的在前",
    query: authorPageQuery,
    data: paged(questionSummary),
  }),
  followList: endpoint({
    method: "GET",
    path: "/api/question/getFollowQuestionList",
    summary: "某位用户关注的问题",
    query: authorPageQuery,
    data: paged(questionSummary),
  }),
  myList: endpoint({
    method: "GET",
    path: "/api/question/getMyQuestionList",
    auth: "user",
    summary: "我的提问",
    query: pageQuery,
    data: paged(questionSummary),
  }),
  relevantList: endpoint({
    method: "GET",
    path: "/api/question/getRelevantQuestionList",
    summary: "相关问题，至多 8 个",
    query: z.object({ questionId: id }),
    data: z.array(z.object({ id: z.number(), title: z.string(), answerCount: count })),
  }),
  init: endpoint({
    method: "GET",
    path: "/api/question/init/:id",
    auth: "user",
    summary: "编辑问题所需的原文与版本",
    params: idParams,
    data: questionDraft,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/question/list",
    summary: "问题列表",
    query: pageQuery.extend({ sort: questionSort.default("latest"), tag: tagInQuery.optional() }),
    data: paged(questionSummary),
  }),
};
