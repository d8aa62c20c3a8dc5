import { z } from "zod";
import { paged, pageQuery } from "#app/contract/common";
import { articleSummary } from "#app/contract/content/article";
import { caseSummary } from "#app/contract/content/case";
import { questionSummary } from "#app/contract/content/question";
import { endpoint } from "#app/contract/endpoint";

/** Home feed entries written by members, by kind. */
export const writtenItems = [
  z.object({ kind: z.literal("question"), question: questionSummary }),
  z.object({ kind: z.literal("article"), article: articleSummary }),
] as const;

/** One entry of the mixed feed. */
export const feedItem = z.discriminatedUnion("kind", [
  ...writtenItems,
  z.object({ kind: z.literal("case"), case: caseSummary }),
]);
export type FeedItem = z.output<typeof feedItem>;

/** Tabs of the home feed: by 热门, or newest first. */
export const feedTab = z.enum(["recommend", "latest"]);
export type FeedTab = z.output<typeof feedTab>;

/** Calls for the home feed. */
export const contentApi = {
  list: endpoint({
    method: "GET",
    path: "/api/content/list",
    summary: "首页的混合信息流：推荐或最新",
    query: pageQuery.extend({ tab: feedTab.default("recommend") }),
    data: paged(feedItem),
  }),
};
