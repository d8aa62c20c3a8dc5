import { z } from "zod";
import { id, paged, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { missing, searchHit, searchQuery, shownFor } from "#app/contract/reading/search";
import { zhikuCategoryRef, zhikuContentType, zhikuStanding } from "./content";

/**
 * A search result; `title` and `snippet` are text runs as in the site's search. The snippet contains only text that the
 * viewer may read.
 */
export const zhikuSearchHit = z.object({
  id: z.number(),
  title: searchHit.shape.title,
  snippet: searchHit.shape.snippet,
  category: zhikuCategoryRef,
  type: zhikuContentType,
  trial: z.boolean(),
  viewer: zhikuStanding.optional(),
  updatedAt: time,
});
export type ZhikuSearchHit = z.output<typeof zhikuSearchHit>;

/** Search in zhiku's documents. */
export const zhikuSearchApi = ofPart("zhiku", {
  content: endpoint({
    method: "GET",
    path: "/api/pro/search",
    auth: "profile",
    summary: "搜索知库：标题与摘要搜全部，正文只搜有权阅读的",
    query: searchQuery.extend({
      sort: z.enum(["best", "latest"]).default("best"),
      categoryId: id.optional(),
      type: zhikuContentType.optional(),
    }),
    /** `total` is exact up to 1,000 hits and counts only hits in what the viewer may search. */
    data: paged(zhikuSearchHit).extend({ shownFor, missing }),
  }),
});
