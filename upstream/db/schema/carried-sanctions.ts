import type { Generated } from "kysely";
import type { SanctionKind } from "#app/contract/sanction-kinds";

/** Sanctions in force of accounts that were closed: whoever registers with the same phone number is under them again. */
export type CarriedSanctionsTable = {
  id: Generated<number>;
  /** Keyed hash; the number itself is forgotten with the account. */
  phone_hash: string;
  kind: SanctionKind;
  reason: string;
  from_at: string;
  /** Null for good. */
  until_at: string | null;
  imposed_by: number;
  /** Removed then: with its end, and after two years at the latest. */
  forget_at: string;
};
