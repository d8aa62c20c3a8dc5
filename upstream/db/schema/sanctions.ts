import type { Generated } from "kysely";
import type { SanctionKind } from "#app/contract/sanction-kinds";

/** Sanctions that staff imposed on members. In force until its time is over or somebody lifts it; of each kind one at a time. */
export type SanctionsTable = {
  id: Generated<number>;
  user_id: number;
  kind: SanctionKind;
  /** For the member to read. */
  reason: string;
  from_at: string;
  /** Null for good. */
  until_at: string | null;
  imposed_by: number;
  lifted_at: string | null;
  lifted_by: number | null;
};
