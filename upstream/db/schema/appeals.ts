import type { Generated } from "kysely";
import type { AppealKind, AppealState } from "#app/contract/appeal";
import type { HeldKind } from "#app/contract/review";
import type { SanctionKind } from "#app/contract/sanction-kinds";

/** 申诉: what somebody says against a decision of staff, one against each; another of the staff decides on it. */
export type AppealsTable = {
  id: Generated<number>;
  user_id: number;
  /** Sort of thing that was decided on: a held text (`review`), a text, a sanction. */
  target_kind: AppealKind;
  target_id: number;
  /** Kind of the text, or of the sanction. */
  sort: HeldKind | SanctionKind;
  /** Title of the text or its first words; empty for a sanction. */
  name: string;
  /** Reason that was given for the decision. */
  reason: string;
  decision_at: string;
  /** Null where that is not known. */
  decision_by: number | null;
  words: string;
  created_at: string;
  state: Generated<AppealState>;
  /** Words of who decided on it. */
  answer: Generated<string>;
  answered_at: string | null;
  answered_by: number | null;
};
