import { z } from "zod";
import { html, idParams, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** An announcement as lists show it. */
export const announcementSummary = z.object({
  id: z.number(),
  title: z.string(),
  excerpt: z.string(),
  createdAt: time,
});
export type AnnouncementSummary = z.output<typeof announcementSummary>;

const neighbour = z.object({ id: z.number(), title: z.string() }).nullable();

/** Calls on announcements. */
export const announcementApi = ofPart("announcement", {
  get: endpoint({
    method: "GET",
    path: "/api/announcement/:id",
    summary: "公告详情，含前后两篇",
    params: idParams,
    data: announcementSummary.extend({ contentHtml: html, newer: neighbour, older: neighbour }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/announcement/list",
    summary: "公告列表，新的在前",
    query: pageQuery,
    data: paged(announcementSummary),
  }),
});
