import type { Generated } from "kysely";
import type { HeldReason } from "#app/contract/admin/review/held-reasons";
import type { KindWith } from "#app/contract/kinds";

/** Members' texts that an operator must review before they are published. */
export type ReviewsTable = {
  id: Generated<number>;
  author_id: number;
  /** Kind whose write call was held. */
  kind: KindWith<"reviewed">;
  held_for: Generated<HeldReason>;
  /** Sensitive word because of which the text is held; empty for other reasons. */
  word: string;
  /** `approved`: published; `refused`, `withdrawn`: back with its author. */
  state: Generated<"waiting" | "approved" | "refused" | "withdrawn">;
  /** Time of the last submission. */
  created_at: string;
  decided_at: string | null;
  /** Staff member who decided last; null if undecided or unknown. */
  decided_by: Generated<number | null>;
  /** JSON: the call's validated body; that of a change has the `version` that it is based on. */
  fields: string;
  /** The published text to change; null for a new text. */
  target_id: number | null;
  /** Increased by each change, so that nobody decides on a text they have not read. */
  version: Generated<number>;
  /** Reason of the refusal, shown to the author. */
  reason: Generated<string>;
  /** Id of the published text. */
  published_id: number | null;
};
