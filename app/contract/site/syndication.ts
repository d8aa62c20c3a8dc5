import { z } from "zod";
import { author, count, tagInQuery, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith, namesOf } from "#app/contract/kinds";
import { decimal } from "#app/contract/text/decimal";

/** Kinds of pages that the sitemap lists. */
export const sitemapKind = z.enum([...kindsWith("paged"), "user", "zhiku"]);
export type SitemapKind = z.output<typeof sitemapKind>;

/** Calls behind what other programs read of the site: feeds and the sitemap. */
export const syndicationApi = {
  feed: endpoint({
    method: "GET",
    path: "/api/ext/feed",
    summary: `订阅源：最新的${namesOf("syndicated", "与")}，含正文`,
    query: z.object({
      kind: z.enum(["all", ...kindsWith("syndicated")]).default("all"),
      userId: decimal(z.number().int()).optional(),
      /** Name of a tag, as texts carry it. */
      tag: tagInQuery.optional(),
      /** Classification of articles; questions have none. */
      classificationId: decimal(z.number().int().positive()).optional(),
    }),
    data: z.array(
      z.object({
        kind: z.enum(kindsWith("syndicated")),
        id: z.number(),
        title: z.string(),
        contentHtml: z.string(),
        aiGenerated: z.boolean(),
        author,
        createdAt: time,
        updatedAt: time,
      }),
    ),
  }),
  sitemap: endpoint({
    method: "GET",
    path: "/api/ext/sitemap",
    summary: "站点地图的一段：某类内容按 id 的一片，及各类的最大 id",
    query: z.object({
      kind: sitemapKind.optional(),
      /** Slice of ids, from 0. */
      part: decimal(z.number().int().min(0).max(10_000)).default(0),
    }),
    data: z.object({
      parts: z.record(z.string(), count),
      list: z.array(z.object({ id: z.number(), updatedAt: time })),
    }),
  }),
};
