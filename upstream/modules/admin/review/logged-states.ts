import type { EndedClaim } from "#upstream/modules/admin/claim/claims";
import type { EditedWords } from "#upstream/modules/review/decide";
import type { ReviewRow } from "#upstream/modules/review/queries";

/** State of a text that waited; `decidedAt` and `decidedBy` are of an earlier refusal, after which it was handed in again. */
export type Waited = {
  state: "waiting";
  version: number;
  decidedAt: string | null;
  decidedBy?: number | null;
  /** As it was handed in, where staff changed it. */
  words?: EditedWords;
};

/** State of a text that was let through, as the log keeps it; rows of older versions lack the last four. */
export type Approved = {
  state: "approved";
  kind: ReviewRow["kind"];
  publishedId: number;
  authorId?: number;
  message?: string | null;
  /** It was a change of a text that was public before. */
  isChange?: boolean;
  /** Words with which it was let through, where staff changed them. */
  words?: EditedWords;
  claim?: EndedClaim | null;
};

/** State of a text that was refused, as the log keeps it. */
export type Refused = {
  state: "refused";
  reason: string;
  authorId: number;
  message: string | null;
  claim?: EndedClaim | null;
};
