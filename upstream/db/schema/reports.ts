import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { ReportReason } from "#app/contract/report";

/** 举报: what members pointed out; an operator decides. */
export type ReportsTable = {
  id: Generated<number>;
  reporter_id: number;
  target_kind: KindWith<"reportable"> | "user";
  target_id: number;
  reason: ReportReason;
  detail: Generated<string>;
  state: Generated<"open" | "upheld" | "dismissed">;
  created_at: string;
  /** Time at which staff decided on it; null while it is open. */
  decided_at: string | null;
  decided_by: number | null;
};
