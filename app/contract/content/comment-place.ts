import { z } from "zod";
import { id, idParams } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { commentTarget } from "./comment";

/** Call by which a link with nothing but a comment's id finds the comment. */
export const commentPlaceApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/comment/:id/place",
    summary: "一条评论在哪里：它所在的内容，它回复的那条评论；删除了的答 NOT_FOUND",
    params: idParams,
    data: z.object({
      target: z.object({ kind: commentTarget, id }),
      /** Top-level comment that it replies to; null if it is one. */
      parentId: z.number().nullable(),
    }),
  }),
};
