import { z } from "zod";
import { author, count, html, id, text } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { BODY_MAX } from "#app/contract/limits";

/** Calls that the product needs beyond the specified ones; additive, under `/api/ext`. */
export const extApi = {
  authorCard: endpoint({
    method: "GET",
    path: "/api/ext/author-card",
    summary: "一位用户在其某一类内容旁边的名片：名字、头像，这一类写了多少，有多少人关注",
    query: z.object({ userId: id, kind: z.enum(kindsWith("drafted")) }),
    data: author.extend({
      writtenCount: count,
      fansCount: count,
      viewer: z.object({ followed: z.boolean(), me: z.boolean() }),
    }),
  }),
  preview: endpoint({
    method: "POST",
    path: "/api/ext/preview",
    auth: "user",
    summary: "正文发表后的样子；什么也不保存",
    body: z.object({ content: text("正文", { max: BODY_MAX }) }),
    data: z.object({ contentHtml: html }),
  }),
};
