import { z } from "zod";
import { count } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";

/** Maximum characters of the list. */
const LIST_MAX = 20_000;

/** Calls on search synonyms, in addition to the shipped ones. */
export const adminSearchSynonymApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/search-synonym",
    permission: "taxonomy.manage",
    summary: "后台：搜索同义词，一行一组",
    data: z.object({
      synonyms: z.string(),
      /** Version of the list, sent back on save. */
      version: z.string(),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/search-synonym",
    permission: "taxonomy.manage",
    summary: "后台：改搜索同义词：给出全部，马上生效。别人改过时拒绝",
    body: z.object({
      synonyms: z.string().max(LIST_MAX, `全部同义词不能超过 ${LIST_MAX} 个字`),
      version: z.string().max(64),
    }),
    data: z.object({ added: count, removed: count }),
  }),
};
