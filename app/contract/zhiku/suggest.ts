import { z } from "zod";
import { id } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { SUGGESTED_FOR_MAX } from "#app/contract/limits";
import { zhikuContentType } from "./content";

/** Extension beyond the 142 specified calls: suggestions for zhiku's search field. */
export const zhikuSuggestApi = ofPart("zhiku", {
  titles: endpoint({
    method: "GET",
    path: "/api/ext/zhiku/suggest",
    auth: "profile",
    summary: "边输入边给的知库搜索建议：标题里有 q 的文档，至多 8 个",
    query: z.object({
      q: z.string().trim().min(1).max(SUGGESTED_FOR_MAX),
      categoryId: id.optional(),
      type: zhikuContentType.optional(),
    }),
    data: z.array(z.object({ id: z.number(), title: z.string(), type: zhikuContentType })),
  }),
});
