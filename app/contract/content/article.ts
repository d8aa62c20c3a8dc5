import { z } from "zod";
import {
  author,
  authorPageQuery,
  count,
  html,
  id,
  idempotencyKey,
  idParams,
  image,
  nothing,
  paged,
  pageQuery,
  tagInQuery,
  tags,
  time,
} from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { captchaVerification } from "#app/contract/people/captcha";
import { draftSlot, knownDraftAt } from "#app/contract/writing/draft";
import { EDITOR_FIELDS, fieldsOfType } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";
import { editReason } from "#app/contract/writing/history";
import { classification } from "./classification";
import { placedFields } from "./placed";

/** An article as lists show it. */
export const articleSummary = z.object({
  id: z.number(),
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.article, "title", "line"), "stored"),
  excerpt: z.string(),
  cover: image.nullable(),
  author,
  classification: classification.nullable(),
  tags,
  likeCount: count,
  favoriteCount: count,
  commentCount: count,
  ...fieldShape(fieldsOfType(EDITOR_FIELDS.article, "flag"), "stored"),
  ...placedFields,
  createdAt: time,
  updatedAt: time,
});
export type ArticleSummary = z.output<typeof articleSummary>;

/** An article as its page shows it. */
export const articleDetail = articleSummary.extend({
  contentHtml: html,
  /** Headings of the body, for a contents list; `id` is the anchor in `contentHtml`. */
  headings: z.array(z.object({ id: z.string(), level: count, text: z.string() })),
  /** Number of words of the body (`countWords`), for the reading time. */
  length: count,
  version: count,
});

/** Counters and the viewer's own reactions, apart from the rest because they change often; for articles and cases. */
export const reactionInfo = z.object({
  likeCount: count,
  favoriteCount: count,
  commentCount: count,
  liked: z.boolean(),
  favorited: z.boolean(),
  mine: z.boolean(),
});

/** Fields that the writer of an article fills in; `content` is Markdown. */
export const articleFields = z.object(fieldShape(EDITOR_FIELDS.article, "sent"));

/** Data that an editor starts from: the stored source and its version. */
export const articleDraft = z.object({
  id: z.number(),
  ...fieldShape(EDITOR_FIELDS.article, "stored"),
  version: count,
});

/** Order of articles: newest first, or by 热门; `featured` lists only featured ones. */
export const articleSort = z.enum(["latest", "hot", "featured"]);
export type ArticleSort = z.output<typeof articleSort>;

/** Calls on articles. */
export const articleApi = ofPart("article", {
  create: endpoint({
    method: "POST",
    path: "/api/article",
    auth: "user",
    summary: "发表文章",
    body: articleFields.extend({ idempotencyKey, draft: draftSlot.optional(), knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/article",
    auth: "user",
    summary: "修改自己的文章；version 落后时答 CONFLICT",
    body: articleFields.extend({ id, version: count, reason: editReason, knownDraftAt, captchaVerification }),
    data: z.object({ id: z.number(), version: count }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/article",
    auth: "user",
    summary: "删除自己的文章，30 天内可恢复",
    body: z.object({ id }),
    data: nothing,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/article/:id",
    summary: "文章详情",
    params: idParams,
    data: articleDetail,
  }),
  extraInfo: endpoint({
    method: "GET",
    path: "/api/article/:id/extra-info",
    summary: "文章的计数与当前用户的状态",
    params: idParams,
    data: reactionInfo,
  }),
  authorList: endpoint({
    method: "GET",
    path: "/api/article/getAuthorArticleList",
    summary: "某位作者的文章，新的在前",
    query: authorPageQuery,
    data: paged(articleSummary),
  }),
  myList: endpoint({
    method: "GET",
    path: "/api/article/getMyArticleList",
    auth: "user",
    summary: "我的文章",
    query: pageQuery,
    data: paged(articleSummary),
  }),
  init: endpoint({
    method: "GET",
    path: "/api/article/init/:id",
    auth: "user",
    summary: "编辑文章所需的原文与版本",
    params: idParams,
    data: articleDraft,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/article/list",
    summary: "文章列表",
    query: pageQuery.extend({
      sort: articleSort.default("latest"),
      classificationId: id.optional(),
      tag: tagInQuery.optional(),
    }),
    data: paged(articleSummary),
  }),
});
