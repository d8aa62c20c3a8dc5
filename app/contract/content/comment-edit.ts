import { z } from "zod";
import { count, id, idParams, text } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { COMMENT_MAX } from "#app/contract/limits";
import { captchaVerification } from "#app/contract/people/captcha";
import { comment, commentTarget } from "./comment";

/** Calls by which members edit their comments. */
export const commentEditApi = {
  init: endpoint({
    method: "GET",
    path: "/api/ext/comment/:id",
    auth: "user",
    summary: "修改评论所需的原文与版本",
    params: idParams,
    data: z.object({
      id: z.number(),
      text: z.string(),
      version: count,
      target: z.object({ kind: commentTarget, id: z.number() }),
      /** Question of an answer that it is about; null for other targets. */
      questionId: z.number().nullable(),
      /** Top-level comment that it replies to; null if it is one. */
      parentId: z.number().nullable(),
    }),
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/comment",
    auth: "user",
    summary: "修改自己的评论；version 落后时答 CONFLICT，data 是存着的那份",
    body: z.object({
      id,
      version: count,
      text: text("评论", { min: 1, max: COMMENT_MAX }),
      captchaVerification,
    }),
    data: comment,
  }),
};
