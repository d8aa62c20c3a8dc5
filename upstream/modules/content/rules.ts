const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** How much newer a thing has to be to stand beside one with ten times its points. */
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
