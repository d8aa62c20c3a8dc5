/**
 * Points of a question, for `hotRank`: answers count most, then people who want to know, then the votes of
 * its best answer, then remarks.
 */
export function questionPoints(counts: {
  answer_count: number;
  follow_count: number;
  comment_count: number;
  top_vote_up: number;
}): number {
  return 3 * counts.answer_count + 2 * counts.follow_count + 2 * counts.top_vote_up + counts.comment_count;
}

/** How many related questions are kept for each question. */
export const RELATED_MAX = 8;
