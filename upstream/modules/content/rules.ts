import { DAY } from "#runtime/time-units";

/** Time by which a thing has to be newer to stand beside one with ten times its points. */
const AGE_WORTH_TEN_TIMES = 7 * DAY;

/**
 * The rank of 热门 and 推荐. Like Reddit's: the logarithm of the points plus an age term that depends on
 * nothing but the time of writing, so a rank is computed when something happens to the thing and never
 * again: as time goes by all the others rise past it.
 *
 *     hot = log10(1 + points) + createdAt / 7 days
 */
export function hotRank(points: number, createdAt: string): number {
  return Math.log10(1 + Math.max(0, points)) + Date.parse(createdAt) / AGE_WORTH_TEN_TIMES;
}

/** Points of an article or a case: keeping it for later says more than a like, and a like than a remark. */
export function reactionPoints(counts: { like_count: number; favorite_count: number; comment_count: number }): number {
  return 2 * counts.like_count + 3 * counts.favorite_count + counts.comment_count;
}

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
