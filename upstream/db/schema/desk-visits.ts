/** Time at which each of the staff last said that they had seen what was new. */
export type DeskVisitsTable = { user_id: number; seen_at: string };
