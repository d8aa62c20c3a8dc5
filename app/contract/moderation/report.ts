import { z } from "zod";
import { id, nothing, text } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { REPORT_MAX } from "#app/contract/limits";

/** Kinds that can be reported: content, and people. */
export const reportTarget = z.enum([...kindsWith("reportable"), "user"]);
export type ReportTarget = z.output<typeof reportTarget>;
/** Reason of a report, chosen from a list. */
export const reportReason = z.enum(["spam", "abuse", "illegal", "infringement", "untrue", "other"], {
  error: "请选择举报的原因",
});
export type ReportReason = z.output<typeof reportReason>;

/** Beyond the 142 specified calls: reports (举报). */
export const reportApi = {
  own: endpoint({
    method: "GET",
    path: "/api/ext/report/own",
    auth: "user",
    summary: "自己对一处的举报；没有举报过，或已经处理，为 null",
    query: z.object({ targetKind: reportTarget, targetId: id }),
    data: z.object({ reason: reportReason, detail: z.string() }).nullable(),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/ext/report",
    auth: "user",
    summary: "举报内容或用户；同一个人对同一处只记一次，再次举报更新理由",
    body: z
      .object({
        targetKind: reportTarget,
        targetId: id,
        reason: reportReason,
        detail: text("说明", { max: REPORT_MAX }).default(""),
      })
      .refine((report) => report.reason !== "other" || report.detail !== "", {
        path: ["detail"],
        message: "请说明举报的原因",
      }),
    data: nothing,
  }),
};
