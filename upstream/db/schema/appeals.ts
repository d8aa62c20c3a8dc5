import type { Generated } from "kysely";
import type { AppealKind, AppealState } from "#app/contract/moderation/appeal";
import type { HeldKind } from "#app/contract/moderation/review";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";

/** 申诉: appeals against decisions of staff, one per decision; another staff member decides. */
export type AppealsTable = {
  id: Generated<number>;
  user_id: number;
  /** Subject of the decision: a held text (`review`), a text, or a sanction. */
  target_kind: AppealKind;
  target_id: number;
  /** Kind of the text or of the sanction. */
  sort: HeldKind | SanctionKind;
  /** Title or first words of the text; empty for a sanction. */
  name: string;
  /** Reason given for the decision. */
  reason: string;
  decision_at: string;
  /** Staff member who made the decision; null if unknown. */
  decision_by: number | null;
  words: string;
  created_at: string;
  state: Generated<AppealState>;
  /** Answer of the staff member who decided on the appeal. */
  answer: Generated<string>;
  answered_at: string | null;
  answered_by: number | null;
};
