/** Tags that members follow, by their name at that time; after a merge they count as the target tag. */
export type TagFollowsTable = { user_id: number; tag: string; created_at: string };
