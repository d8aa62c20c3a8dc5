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
  time,
} from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { captchaVerification } from "#app/contract/people/captcha";
import { knownDraftAt } from "#app/contract/writing/draft";
import { EDITOR_FIELDS, fieldsOfType } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";
import { editReason } from "#app/contract/writing/history";

/** One-line preview of an answer, under its question. */
export const answerPreview = z.object({
  id: z.number(),
  author,
  excerpt: z.string(),
  voteUp: count,
  aiGenerated: z.boolean(),
});

/** A member's vote on an answer; `none` takes it back. */
export const vote = z.enum(["up", "down", "none"]);
export type Vote = z.output<typeof vote>;

/** An answer as the page of its question shows it. */
export const answerDetail = z.object({
  id: z.number(),
  questionId: z.number(),
  author,
  contentHtml: html,
  excerpt: z.string(),
  voteUp: count,
  voteDown: count,
  commentCount: count,
  favoriteCount: count.default(0),
  accepted: z.boolean(),
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.answer, "line", "flag"), "stored"),
  version: count,
  createdAt: time,
  updatedAt: time,
  viewer: z.object({ vote, favorited: z.boolean().default(false), mine: z.boolean() }),
});
export type AnswerDetail = z.output<typeof answerDetail>;

/** An answer in its author's list, with its question. */
export const answerSummary = z.object({
  id: z.number(),
  question: z.object({ id: z.number(), title: z.string(), answerCount: count }),
  author,
  excerpt: z.string(),
  voteUp: count,
  commentCount: count,
  accepted: z.boolean(),
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.answer, "line", "flag"), "stored"),
  createdAt: time,
});
export type AnswerSummary = z.output<typeof answerSummary>;

/** Fields that the writer of an answer fills in; `content` is Markdown. */
export const answerFields = z.object(fieldShape(EDITOR_FIELDS.answer, "sent"));

/** Data that an editor starts from: the stored source and its version. */
export const answerDraft = z.object({
  id: z.number(),
  questionId: z.number(),
  ...fieldShape(EDITOR_FIELDS.answer, "stored"),
  version: count,
});

/** Order of answers: accepted and best voted first, or newest first. */
export const answerSort = z.enum(["default", "time"]);

/** Calls on answers. */
export const answerApi = {
  create: endpoint({
    method: "POST",
    path: "/api/answer",
    auth: "user",
    summary: "回答问题",
    body: answerFields.extend({ questionId: id, idempotencyKey, knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/answer",
    auth: "user",
    summary: "修改自己的回答；version 落后时答 CONFLICT",
    body: answerFields.extend({ id, version: count, reason: editReason, knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number(), version: count }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/answer",
    auth: "user",
    summary: "删除自己的回答，30 天内可恢复",
    body: z.object({ id }),
    data: nothing,
  }),
  get: endpoint({ method: "GET", path: "/api/answer/:id", summary: "回答详情", params: idParams, data: answerDetail }),
  authorList: endpoint({
    method: "GET",
    path: "/api/answer/getAuthorAnswerList",
    summary: "某位作者的回答，新的在前",
    query: authorPageQuery,
    data: paged(answerSummary),
  }),
  myList: endpoint({
    method: "GET",
    path: "/api/answer/getMyAnswerList",
    auth: "user",
    summary: "我的回答",
    query: pageQuery,
    data: paged(answerSummary),
  }),
  init: endpoint({
    method: "GET",
    path: "/api/answer/init/:id",
    auth: "user",
    summary: "编辑回答所需的原文与版本",
    params: idParams,
    data: answerDraft,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/answer/list",
    summary: "问题的回答（被采纳的在最前；默认按 Wilson 得分，或按时间）；不给 questionId 时是全站最新回答",
    query: pageQuery.extend({ questionId: id.optional(), sort: answerSort.default("default") }),
    data: paged(answerDetail.extend({ question: answerSummary.shape.question })),
  }),
};
