import type { Generated } from "kysely";

/** 举报: what members pointed out; an operator decides. */
export type ReportsTable = {
  id: Generated<number>;
  reporter_id: number;
  target_kind: "question" | "answer" | "article" | "case" | "comment" | "user";
  target_id: number;
  reason: string;
  detail: Generated<string>;
  state: Generated<"open" | "upheld" | "dismissed">;
  created_at: string;
};
