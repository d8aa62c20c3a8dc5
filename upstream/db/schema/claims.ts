import type { Queue } from "#app/contract/admin/claim";

/** 认领: which item of a queue a staff member has open, and until when; one item per queue and person. */
export type ClaimsTable = {
  queue: Queue;
  /** Id of the item; for a reported one e.g. `article:12`. */
  target: string;
  user_id: number;
  until_at: string;
};
