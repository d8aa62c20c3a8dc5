/** Questions that members follow. */
export type QuestionFollowsTable = { user_id: number; question_id: number; created_at: string };
