import type { Generated } from "kysely";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";

/** Sanctions imposed on members. In force until they expire or are lifted; at most one of each kind at a time. */
export type SanctionsTable = {
  id: Generated<number>;
  user_id: number;
  kind: SanctionKind;
  /** Reason shown to the member. */
  reason: string;
  from_at: string;
  /** End of the sanction; null if permanent. */
  until_at: string | null;
  imposed_by: number;
  lifted_at: string | null;
  lifted_by: number | null;
};
