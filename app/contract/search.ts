import { z } from "zod";
import { author, paged, pageQuery, time } from "./common";
import { endpoint } from "./endpoint";
import { kindsWith } from "./kinds";
import { SEARCH_MAX } from "./limits";

/** Kinds of content that the search finds. */
export const searchHitKind = z.enum(kindsWith("searchable"));

/**
 * One hit. `title` and `snippet` are lists of runs, the marked ones being the words that were found,
 * so that no HTML crosses the API.
 */
const runs = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Runs = z.output<typeof runs>;

/** A result of the search. */
export const searchHit = z.object({
  kind: searchHitKind,
  id: z.number(),
  /** The question that an answer belongs to. */
  questionId: z.number().nullable(),
  title: runs,
  snippet: runs,
  author: author.nullable(),
  /** 赞同, 喜欢 or 回答, whichever counts for the kind. */
  score: z.number(),
  aiGenerated: z.boolean(),
  createdAt: time,
});
export type SearchHit = z.output<typeof searchHit>;

const query = pageQuery.extend({ q: z.string().trim().max(SEARCH_MAX, `搜索词不能超过${SEARCH_MAX}个字`) });
/** `total` is exact up to 1,000 hits and stops there. */
const data = paged(searchHit);

/** Calls for the full-text search. */
export const searchApi = {
  article: endpoint({ method: "GET", path: "/api/search/article", part: "article", summary: "搜索文章", query, data }),
  case: endpoint({ method: "GET", path: "/api/search/case", part: "case", summary: "搜索案例", query, data }),
  content: endpoint({
    method: "GET",
    path: "/api/search/content",
    summary: "搜索全部内容，或只搜问答",
    query: query.extend({ scope: z.enum(["all", "qna"]).default("all") }),
    data,
  }),
};
