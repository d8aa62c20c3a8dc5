/** Questions that were merged into others: where their addresses lead, also when they are gone for good. */
export type MergedQuestionsTable = { from_id: number; into_id: number; merged_at: string };
