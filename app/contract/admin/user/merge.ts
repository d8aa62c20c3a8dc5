import { z } from "zod";
import { count, id, text } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";

/** Calls by which staff merge duplicates. */
export const adminMergeApi = {
  questions: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/question/merge",
    permission: "content.merge",
    summary: "后台：把一个问题并入另一个：回答、评论、关注都过去，旧地址转到新的；可以先看会动多少，可以整个撤销",
    body: z.object({
      from: id,
      into: z.number({ error: "请填并入哪个问题" }).int("请填问题的编号").positive("请填问题的编号"),
      reason: text("原因", { max: 200 }).default(""),
      dryRun: z.boolean().default(false),
    }),
    data: z.object({
      /** Title of the remaining question. */
      title: z.string(),
      answers: count,
      comments: count,
      followers: count,
      /** Number of followers who already follow the other one, too. */
      both: count,
    }),
    timeout: 60_000,
  }),
};
