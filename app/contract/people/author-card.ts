import { z } from "zod";
import { author, count, id } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Call for the card of an author beside a text. */
export const authorCardApi = {
  get: endpoint({
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
};
