import { z } from "zod";
import { id, nothing } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { SEARCH_MAX } from "#app/contract/limits";

/** Extension beyond the 142 specified calls: a member's search and reading history in zhiku, and its removal. */
export const zhikuHistoryApi = ofPart("zhiku", {
  forgetReadings: endpoint({
    method: "DELETE",
    path: "/api/ext/zhiku/history",
    auth: "user",
    summary: "清除我的阅读历史：给出 contentId 时只清除这一篇",
    body: z.object({ contentId: id.optional() }),
    data: nothing,
  }),
  searches: endpoint({
    method: "GET",
    path: "/api/ext/zhiku/searches",
    auth: "user",
    summary: "我最近在知库搜索过的词，至多 20 个，新的在前",
    data: z.array(z.string()),
  }),
  rememberSearch: endpoint({
    method: "POST",
    path: "/api/ext/zhiku/searches",
    auth: "user",
    summary: "记住我搜索过的词；搜索本身不留记录",
    body: z.object({ q: z.string().trim().min(1).max(SEARCH_MAX) }),
    data: nothing,
  }),
  forgetSearches: endpoint({
    method: "DELETE",
    path: "/api/ext/zhiku/searches",
    auth: "user",
    summary: "清除我的搜索历史",
    data: nothing,
  }),
});
