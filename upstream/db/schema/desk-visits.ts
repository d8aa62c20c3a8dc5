/** Time at which each staff member last marked the console's news as seen. */
export type DeskVisitsTable = { user_id: number; seen_at: string };
