/** First bound of each histogram, in its unit; each further one is larger by a constant factor. */
export const HISTOGRAMS = {
  /** Milliseconds to render a page that was not cached. */
  "page.time": 1,
  /** Seconds from submitting a text for review to the decision. */
  "review.time": 60,
  /** Seconds from a report to the decision. */
  "report.time": 60,
  /** Seconds from a question to its first answer. */
  "answer.time": 60,
} as const;
/** Histogram of durations. */
export type Histogram = keyof typeof HISTOGRAMS;

/** Two bounds per doubling, so quantiles are accurate to within a fifth. */
const FACTOR = Math.SQRT2;
/** Number of buckets. The last is unbounded: from 16 seconds for pages, from 6 weeks for human work. */
const BUCKETS: Record<Histogram, number> = { "page.time": 29, "review.time": 33, "report.time": 33, "answer.time": 33 };

/** Upper bounds of a histogram's buckets, except the last, which has none. */
export const boundsOf = (histogram: Histogram): number[] =>
  Array.from({ length: BUCKETS[histogram] - 1 }, (_, index) => HISTOGRAMS[histogram] * FACTOR ** index);

/** Key under which a bucket is counted, e.g. `page.time/7`. */
export const bucketKey = (histogram: Histogram, bucket: number): string => `${histogram}/${bucket}`;

/** Keys of all buckets, in ascending order. */
export const bucketKeys = (histogram: Histogram): string[] =>
  Array.from({ length: BUCKETS[histogram] }, (_, bucket) => bucketKey(histogram, bucket));

/** Bucket of a duration. */
export function bucketOf(histogram: Histogram, time: number): number {
  const index = Math.max(0, Math.ceil(Math.log2(Math.max(time, Number.MIN_VALUE) / HISTOGRAMS[histogram]) * 2));
  return Math.min(index, BUCKETS[histogram] - 1);
}

/**
 * Estimated quantile: the duration below which `part` of all values lie, interpolated within its bucket; null if there
 * are none.
 */
export function quantileOf(histogram: Histogram, counts: readonly number[], part: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const bounds = boundsOf(histogram);
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (below + count < all * part || count === 0) {
      below += count;
      continue;
    }
    const upper = bounds[bucket];
    const lower = bounds[bucket - 1];
    if (upper === undefined) return lower ?? null;
    return (lower ?? 0) + (upper - (lower ?? 0)) * ((all * part - below) / count);
  }
  return bounds.at(-1) ?? null;
}
