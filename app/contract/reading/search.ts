import { z } from "zod";
import { author, id, paged, pageQuery, tagInQuery, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { SEARCH_MAX } from "#app/contract/limits";

/** Kinds of content that the search finds. */
export const searchHitKind = z.enum(kindsWith("searchable"));

/** Texts as lists of runs in which matches are marked, so that no HTML crosses the API. */
const runs = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Runs = z.output<typeof runs>;

/** A result of the search. */
export const searchHit = z.object({
  kind: searchHitKind,
  id: z.number(),
  /** Question that an answer belongs to. */
  questionId: z.number().nullable(),
  title: runs,
  snippet: runs,
  author: author.nullable(),
  /** Number of 赞同, 喜欢 or 回答, depending on the kind. */
  score: z.number(),
  aiGenerated: z.boolean(),
  createdAt: time,
});
export type SearchHit = z.output<typeof searchHit>;

/** Order of results: by relevance, newest, or most liked first. */
export const searchSort = z.enum(["best", "latest", "liked"]);
export type SearchSort = z.output<typeof searchSort>;

/** Time range of results. */
export const searchPeriod = z.enum(["day", "week", "month", "year"]);
export type SearchPeriod = z.output<typeof searchPeriod>;

/** Query parameters common to all searches. */
export const searchQuery = pageQuery.extend({
  q: z.string().trim().max(SEARCH_MAX, `搜索词不能超过${SEARCH_MAX}个字`),
  /** `typed` searches literally, without spelling correction. */
  as: z.enum(["typed", "meant"]).default("meant"),
  period: searchPeriod.optional(),
});
const query = searchQuery.extend({
  sort: searchSort.default("best"),
  authorId: id.optional(),
  tag: tagInQuery.optional(),
});
/** The corrected query; null if it equals the submitted one. */
export const shownFor = z.string().nullable();
/** Words of the query that occur in none of the searched texts, if others do. */
export const missing = z.array(z.string());
/** `total` is exact up to `FOUND_MAX` and capped there. */
const data = paged(searchHit).extend({ shownFor, missing });

/** Calls for the full-text search. */
export const searchApi = {
  article: endpoint({ method: "GET", path: "/api/search/article", part: "article", summary: "搜索文章", query, data }),
  case: endpoint({ method: "GET", path: "/api/search/case", part: "case", summary: "搜索案例", query, data }),
  content: endpoint({
    method: "GET",
    path: "/api/search/content",
    summary: "搜索全部内容，或只搜问答",
    query: query.extend({ scope: z.enum(["all", "qna"]).default("all") }),
    /** `person` has exactly the name that was searched for; only on the first page of everything. */
    data: data.extend({ person: author.nullable() }),
  }),
};
