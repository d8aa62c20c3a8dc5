import { z } from "zod";
import { author, count, paged, pageQuery, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { SEARCH_MAX } from "#app/contract/limits";

/** Sorts of items found by name, in addition to the full-text search. */
export const namedSort = z.enum(["activity", "announcement", "user", "tag"]);
export type NamedSort = z.output<typeof namedSort>;

const namedHit = z.object({
  /** Null for a tag, which is identified by its name. */
  id: z.number().nullable(),
  name: z.string(),
  text: z.string(),
  /** Number of followers of a person, or of texts with a tag. */
  count: count.nullable(),
  /** Start of an activity, or publication time of an announcement. */
  at: time.nullable(),
  author: author.nullable(),
});
/** A person, tag, activity or announcement found by name. */
export type NamedHit = z.output<typeof namedHit>;

/** Calls that find people, tags, activities and announcements by their names. */
export const searchNamedApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/search/named",
    summary: "按名称搜索用户与标签，按标题和正文搜索活动与公告；每个词都要有",
    query: pageQuery.extend({
      kind: namedSort,
      q: z.string().trim().max(SEARCH_MAX, `搜索词不能超过${SEARCH_MAX}个字`),
    }),
    data: paged(namedHit),
  }),
};
