import { z } from "zod";
import { count, html, id, idParams, image, paged, pageQuery, tags, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { reactionInfo } from "./article";
import { classification } from "./classification";
import { placedFields } from "./placed";

/** A case as lists show it. */
export const caseSummary = z.object({
  id: z.number(),
  title: z.string(),
  excerpt: z.string(),
  cover: image.nullable(),
  classification: classification.nullable(),
  tags,
  likeCount: count,
  favoriteCount: count,
  commentCount: count,
  ...placedFields,
  createdAt: time,
});
export type CaseSummary = z.output<typeof caseSummary>;

/** A case as its page shows it. */
export const caseDetail = caseSummary.extend({
  contentHtml: html,
  headings: z.array(z.object({ id: z.string(), level: count, text: z.string() })),
  /** The report for download, if any; members get it by a presigned URL. */
  report: z.object({ fileName: z.string(), bytes: count }).nullable(),
});
export type CaseDetail = z.output<typeof caseDetail>;

/** Calls on cases and their reports. */
export const caseApi = ofPart("case", {
  get: endpoint({ method: "GET", path: "/api/case/:id", summary: "案例详情", params: idParams, data: caseDetail }),
  extraInfo: endpoint({
    method: "GET",
    path: "/api/case/:id/extra-info",
    summary: "案例的计数与当前用户的状态",
    params: idParams,
    data: reactionInfo,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/case/list",
    summary: "案例列表，新的在前",
    query: pageQuery.extend({ classificationId: id.optional() }),
    data: paged(caseSummary),
  }),
  downloadReportUrl: endpoint({
    method: "POST",
    path: "/api/case/getDownloadReportPresignedUrl",
    auth: "user",
    summary: "案例报告的限时下载地址",
    body: z.object({ id }),
    data: z.object({ url: z.string(), expiresAt: time }),
  }),
});
