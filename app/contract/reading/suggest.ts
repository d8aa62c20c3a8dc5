import { z } from "zod";
import { author, count, id } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { NICKNAME_MAX, SUGGESTED_FOR_MAX, TAG_LENGTH_MAX } from "#app/contract/limits";
import { searchHitKind } from "./search";

/** Beyond the 142 specified calls: suggestions while typing. */
export const suggestApi = {
  search: endpoint({
    method: "GET",
    path: "/api/ext/suggest/search",
    summary: "边输入边给的搜索建议：昵称以 q 开头的人、相近的标签、标题里有 q 的内容，各至多几个",
    query: z.object({ q: z.string().trim().min(1).max(SUGGESTED_FOR_MAX) }),
    data: z.object({
      people: z.array(author),
      tags: z.array(z.object({ name: z.string(), total: count })),
      titles: z.array(z.object({ kind: searchHitKind.exclude(["answer"]), id: z.number(), title: z.string() })),
    }),
  }),
  questions: endpoint({
    method: "GET",
    path: "/api/ext/suggest/questions",
    auth: "user",
    summary: "与标题相似的问题，至多 5 个",
    query: z.object({ title: z.string().trim().max(200) }),
    data: z.array(z.object({ id: z.number(), title: z.string(), answerCount: count })),
  }),
  mentions: endpoint({
    method: "GET",
    path: "/api/ext/suggest/mentions",
    auth: "user",
    summary: "可以 @ 的人，至多 8 个：昵称或其拼音、首字母以 q 开头的；q 为空时是讨论中的人与我关注的人",
    query: z.object({ q: z.string().trim().max(NICKNAME_MAX).default(""), questionId: id.optional() }),
    data: z.array(author),
  }),
  tags: endpoint({
    method: "GET",
    path: "/api/ext/suggest/tags",
    auth: "user",
    summary: "名称含有 q 或拼音、首字母以 q 开头的标签，至多 8 个，用得多的在前；同义词给出它当作的标签",
    query: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(TAG_LENGTH_MAX * 2),
    }),
    data: z.array(
      z.object({
        name: z.string(),
        total: count,
        /** The synonym that matched; null if the name itself did. */
        synonym: z.string().nullable(),
      }),
    ),
  }),
};
