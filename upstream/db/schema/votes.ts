/** 投票: votes on answers, up or down. */
export type VotesTable = { user_id: number; answer_id: number; value: 1 | -1; created_at: string };
