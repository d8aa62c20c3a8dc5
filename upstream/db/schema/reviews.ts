import type { Generated } from "kysely";

/** What members wrote and an operator has to read before it is published. */
export type ReviewsTable = {
  id: Generated<number>;
  author_id: number;
  /** The call that was held back. */
  kind: "question" | "answer" | "article" | "comment";
  /** The word that held it back. */
  word: string;
  state: Generated<"waiting" | "approved" | "refused">;
  created_at: string;
  decided_at: string | null;
  /** JSON: the body of the call, checked; with an `id` it is a change. */
  fields: string;
};
