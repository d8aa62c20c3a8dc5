/** Tags that somebody follows, by the name at that time; one that was merged since is followed as the other. */
export type TagFollowsTable = { user_id: number; tag: string; created_at: string };
