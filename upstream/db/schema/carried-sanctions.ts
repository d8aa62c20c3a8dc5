import type { Generated } from "kysely";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";

/** Active sanctions of closed accounts: they apply again to whoever registers with the same phone number. */
export type CarriedSanctionsTable = {
  id: Generated<number>;
  /** Keyed hash; the number itself is deleted with the account. */
  phone_hash: string;
  kind: SanctionKind;
  reason: string;
  from_at: string;
  /** End of the sanction; null if permanent. */
  until_at: string | null;
  imposed_by: number;
  /** Time of removal: the sanction's end, and two years at the latest. */
  forget_at: string;
};
