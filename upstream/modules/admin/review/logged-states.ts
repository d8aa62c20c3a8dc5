import type { EndedClaim } from "#upstream/modules/admin/claim/claims";
import type { EditedWords } from "#upstream/modules/review/decide";
import type { ReviewRow } from "#upstream/modules/review/queries";

/**
 * State of a waiting text; `decidedAt` and `decidedBy` refer to an earlier refusal, after which it was submitted again.
 */
export type Waited = {
  state: "waiting";
  version: number;
  decidedAt: string | null;
  decidedBy?: number | null;
  /** Submitted content, if staff edited it. */
  words?: EditedWords;
};

/** State of an approved text, as logged; entries of older versions lack the last four fields. */
export type Approved = {
  state: "approved";
  kind: ReviewRow["kind"];
  publishedId: number;
  authorId?: number;
  message?: string | null;
  /** Whether it was a change of a published text. */
  isChange?: boolean;
  /** Approved content, if staff edited it. */
  words?: EditedWords;
  claim?: EndedClaim | null;
};

/** State of a refused text, as logged. */
export type Refused = {
  state: "refused";
  reason: string;
  authorId: number;
  message: string | null;
  claim?: EndedClaim | null;
};
