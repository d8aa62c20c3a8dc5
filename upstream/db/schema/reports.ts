import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { ReportReason } from "#app/contract/moderation/report";

/** 举报: reports by members, decided by an operator. */
export type ReportsTable = {
  id: Generated<number>;
  reporter_id: number;
  target_kind: KindWith<"reportable"> | "user";
  target_id: number;
  reason: ReportReason;
  detail: Generated<string>;
  state: Generated<"open" | "upheld" | "dismissed">;
  created_at: string;
  /** Time of the decision; null while open. */
  decided_at: string | null;
  decided_by: number | null;
};
