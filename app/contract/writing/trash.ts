import { z } from "zod";
import { id, nothing, paged, pageQuery, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Kinds of content that their authors can restore from the trash. */
export const trashKind = z.enum(kindsWith("recoverable"));

/** Beyond the 142 specified calls: the trash, from which authors can restore for 30 days. */
export const trashApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/trash/list",
    auth: "user",
    summary: "我删除的、还能恢复的提问、回答与文章，新删的在前",
    query: pageQuery,
    data: paged(
      z.object({
        kind: trashKind.exclude(["comment"]),
        id: z.number(),
        /** Title; for an answer, that of its question. */
        title: z.string(),
        excerpt: z.string(),
        deletedAt: time,
        recoverableUntil: time,
      }),
    ),
  }),
  removed: endpoint({
    method: "GET",
    path: "/api/ext/trash/removed",
    auth: "user",
    summary: "我的内容里被站方移除的，新移除的在前；不能自己恢复",
    query: pageQuery,
    data: paged(
      z.object({
        kind: trashKind,
        id: z.number(),
        /** Title; for an answer, that of its question; empty for a comment. */
        title: z.string(),
        excerpt: z.string(),
        /** Rule that was broken. */
        reason: z.string(),
        removedAt: time,
      }),
    ),
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/ext/trash/restore",
    auth: "user",
    summary: "恢复自己在 30 天内删除的内容；它所在的问题或文章已删除时答 NOT_FOUND",
    body: z.object({ kind: trashKind, id }),
    data: nothing,
  }),
};
