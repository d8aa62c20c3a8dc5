import { DAY } from "#runtime/time-units";

/** Age difference that is worth a factor of ten in points. */
const AGE_WORTH_TEN_TIMES = 7 * DAY;

/**
 * Rank in 热门 and 推荐, like Reddit's: the logarithm of the points plus an age term that depends only on the time of
 * writing. So a rank is computed when something happens to the thing, and never again: as time passes, newer things
 * rise past it.
 * hot = log10(1 + points) + createdAt / 7 days
 */
export function hotRank(points: number, createdAt: string): number {
  return Math.log10(1 + Math.max(0, points)) + Date.parse(createdAt) / AGE_WORTH_TEN_TIMES;
}

/** Points of an article or a case: a favorite counts more than a like, and a like more than a comment. */
export function reactionPoints(counts: { like_count: number; favorite_count: number; comment_count: number }): number {
  return 2 * counts.like_count + 3 * counts.favorite_count + counts.comment_count;
}

/**
 * Points of a question for `hotRank`: answers count most, then followers, then the votes of its best answer, then
 * comments.
 */
export function questionPoints(counts: {
  answer_count: number;
  follow_count: number;
  comment_count: number;
  top_vote_up: number;
}): number {
  return 3 * counts.answer_count + 2 * counts.follow_count + 2 * counts.top_vote_up + counts.comment_count;
}
