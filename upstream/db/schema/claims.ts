import type { Queue } from "#app/contract/admin/claim";

/** 认领: what of a queue somebody of the staff has open, until when; one thing of each queue for a person. */
export type ClaimsTable = {
  queue: Queue;
  /** Number of the thing; of a reported one `article:12`. */
  target: string;
  user_id: number;
  until_at: string;
};
