/** People whom members follow. */
export type UserFollowsTable = { follower_id: number; followed_id: number; created_at: string };
