import { z } from "zod";
import { count, id, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";

/** Action for a word in a text: refuse it, or hold it for review. */
export const wordAction = z.enum(["review", "reject"]);
export type WordAction = z.output<typeof wordAction>;

/** Maximum characters of an imported list. */
const LIST_MAX = 200_000;

const word = text("词", { min: 1, max: 50 })
  .refine((value) => !/[#[\]\n\r,，]/.test(value), { message: "词里不能有 #、方括号和逗号" })
  .refine((value) => /[\p{L}\p{N}]/u.test(value), { message: "词里要有文字或数字" });

const storedWord = z.object({
  id: z.number(),
  word: z.string(),
  action: wordAction,
  /** Number of texts held or refused because of it. */
  hits: count,
  addedAt: time,
});

/** List of words, one per line, below `[reject]` or `[review]`, or followed by a comma and either. */
const list = z.object({ text: text("词表", { min: 1, max: LIST_MAX }) });

const imported = z.object({ added: count, changed: count, same: count });

/** Calls on sensitive words. */
export const adminWordApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/word",
    permission: "word.manage",
    summary: "后台：敏感词，新加的在前",
    query: pageQuery.extend({ q: z.string().trim().max(50, "最多 50 个字").default("") }),
    data: paged(storedWord).extend({
      /** Whether the server also has a word file, whose words apply as well. */
      file: z.boolean(),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/word",
    permission: "word.manage",
    summary: "后台：添加一个敏感词，或改它的处理方式",
    body: z.object({ word, action: wordAction }),
    data: nothing,
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/word",
    permission: "word.manage",
    summary: "后台：删除一个敏感词",
    body: z.object({ id }),
    data: nothing,
  }),
  check: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/word/check",
    permission: "word.manage",
    summary: "后台：试着导入词表：新的、改变的，最近公开的内容有多少含有它们",
    body: list,
    data: imported.extend({
      /** Number of public texts searched, the newest of each kind, and of those that contain a new word. */
      searched: count,
      matching: count,
    }),
    timeout: 60_000,
  }),
  import: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/word/import",
    permission: "word.manage",
    summary: "后台：导入词表；已有的词改为表里的处理方式",
    body: list,
    data: imported,
    timeout: 60_000,
  }),
  test: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/word/test",
    permission: "word.test",
    summary: "后台：试一段文字会不会命中敏感词",
    body: z.object({ text: text("文字", { min: 1, max: 20_000 }) }),
    data: z.object({
      /** The most severe match; null if there is none. */
      found: z.object({ word: z.string(), action: wordAction }).nullable(),
      parts: z.array(z.object({ text: z.string(), matched: z.boolean() })),
    }),
  }),
};
