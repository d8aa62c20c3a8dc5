import { z } from "zod";
import { count, html, id, nothing, text, time } from "#app/contract/common";
import { placedComment } from "#app/contract/content/comment";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { EDIT_REASON_MAX, PROPOSAL_WORDS_MAX } from "#app/contract/limits";
import { captchaVerification } from "#app/contract/people/captcha";
import { draftFields, knownDraftAt } from "#app/contract/writing/draft";

/** Kinds of texts that can be held for review. */
export const heldKind = z.enum(kindsWith("reviewed"));
export type HeldKind = z.output<typeof heldKind>;

/** `approved`: published; `refused` and `withdrawn`: back with its author, who may resubmit it. */
export const heldState = z.enum(["waiting", "approved", "refused", "withdrawn"]);
export type HeldState = z.output<typeof heldState>;

/** A text in review, as its author's lists show it. */
export const heldText = z.object({
  id: z.number(),
  kind: heldKind,
  state: heldState,
  /** Title; for an answer or a comment, that of its parent. */
  title: z.string(),
  excerpt: z.string(),
  /** The published text to change; null for a new text. */
  targetId: z.number().nullable(),
  /** Parent of an answer or a comment; null if it is gone, and for other kinds. */
  place: placedComment.shape.target.nullable(),
  /** The operator's reason for the refusal. */
  reason: z.string(),
  /** Time of the last submission. */
  submittedAt: time,
});
export type HeldText = z.output<typeof heldText>;

/** A held text as its author sees it. */
export const heldDetail = heldText.extend({
  /** Empty for a comment, which is plain text. */
  contentHtml: html,
  /** The submitted fields; a comment's text is in `content`. */
  fields: draftFields,
  version: count,
  /** Id of the published text. */
  publishedId: z.number().nullable(),
  /** Reason for the change, which readers see in the history; null for a new text, and for a comment. */
  editReason: z.string().nullable().optional(),
  /** Version of the published text that a change is based on; null for a new text, or if it is not known. */
  baseVersion: count.nullable().optional(),
  /** The published text, if it was changed since: then the change has to be merged with it. */
  newer: z.object({ version: count, fields: draftFields }).nullable().optional(),
});
export type HeldDetail = z.output<typeof heldDetail>;

/** Beyond the 142 specified calls: texts in review. Only their authors can see them; others get NOT_FOUND. */
export const reviewApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/review/list",
    auth: "user",
    summary: "我的待审核、未通过与已撤回的内容，至多 50 条，新的在前",
    query: z.object({ kind: heldKind.optional() }),
    data: z.array(heldText),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/ext/review/:id",
    auth: "user",
    summary: "我的一份送审内容，含原文；公开之后给出 publishedId",
    params: z.object({ id }),
    data: heldDetail,
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/review",
    auth: "user",
    summary:
      "修改送审内容并重新提交；不再含敏感词时直接公开；version 落后，或它要修改的原文比 baseVersion 新时答 CONFLICT，data 是存着的那份",
    body: draftFields.extend({
      id,
      version: count,
      /** Version of the published text that its author has seen; absent: the one that the change was based on. */
      baseVersion: count.optional(),
      /** Reason for the change, longer if it was suggested by a reader; absent: as before. */
      reason: text("修改说明", { max: EDIT_REASON_MAX + PROPOSAL_WORDS_MAX }).optional(),
      knownDraftAt,
      captchaVerification,
    }),
    data: z.object({ state: z.enum(["waiting", "approved"]), publishedId: z.number().nullable() }),
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/ext/review/withdraw",
    auth: "user",
    summary: "撤回送审内容，文字留给作者；已有结果时答 CONFLICT",
    body: z.object({ id }),
    data: nothing,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/ext/review",
    auth: "user",
    summary: "丢弃未公开的送审内容",
    body: z.object({ id }),
    data: nothing,
  }),
};
