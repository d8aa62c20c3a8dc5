import type { ReportReason } from "#app/contract/moderation/report";

/** Reasons of a report, with their labels. */
export const REPORT_REASONS: Record<ReportReason, string> = {
  spam: "广告或垃圾信息",
  abuse: "辱骂、骚扰或人身攻击",
  illegal: "违法或有害内容",
  infringement: "抄袭或侵犯权益",
  untrue: "不实信息",
  other: "其他原因",
};
