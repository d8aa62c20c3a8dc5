import type { Generated } from "kysely";
import type { HeldReason } from "#app/contract/admin/held-reasons";
import type { KindWith } from "#app/contract/kinds";

/** Texts of members that an operator has to read before they are published; its author has it until then. */
export type ReviewsTable = {
  id: Generated<number>;
  author_id: number;
  /** The call that was held back. */
  kind: KindWith<"reviewed">;
  held_for: Generated<HeldReason>;
  /** The word that held it back; empty where it was something else. */
  word: string;
  /** `approved`: public; `refused`, `withdrawn`: its author has it back. */
  state: Generated<"waiting" | "approved" | "refused" | "withdrawn">;
  /** Time at which it was handed in, last. */
  created_at: string;
  decided_at: string | null;
  /** Person of the staff who decided last; null where nobody has, or it is not known. */
  decided_by: Generated<number | null>;
  /** JSON: the body of the call, checked; with an `id` it is a change. */
  fields: string;
  /** The published text that it changes; null for something new. */
  target_id: number | null;
  /** Grows with each change, so that nobody decides on words that they have not read. */
  version: Generated<number>;
  /** Reason of a refusal, for its author. */
  reason: Generated<string>;
  /** Under which id it is public. */
  published_id: number | null;
};
