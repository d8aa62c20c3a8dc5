/** Questions merged into others; their URLs redirect there, even after they are purged. */
export type MergedQuestionsTable = { from_id: number; into_id: number; merged_at: string };
