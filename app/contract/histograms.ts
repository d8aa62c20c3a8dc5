/** First bounds of each histogram, in its unit; every further one is larger by the same factor. */
export const HISTOGRAMS = {
  /** Milliseconds in which a page was made that the page cache had not. */
  "page.time": 1,
  /** Seconds from the handing in of a text to the decision on it. */
  "review.time": 60,
  /** Seconds from a report to the decision on it. */
  "report.time": 60,
  /** Seconds from a question to its first answer. */
  "answer.time": 60,
} as const;
/** Counts of how long something took, by length. */
export type Histogram = keyof typeof HISTOGRAMS;

/** Two bounds for each doubling: what is read from it is right to within a fifth. */
const FACTOR = Math.SQRT2;
/** The last one is open: from 16 seconds for pages, from 6 weeks for what takes people's time. */
const BUCKETS: Record<Histogram, number> = { "page.time": 29, "review.time": 33, "report.time": 33, "answer.time": 33 };

/** Upper bounds of a histogram's buckets but the last, which has none. */
export const boundsOf = (histogram: Histogram): number[] =>
  Array.from({ length: BUCKETS[histogram] - 1 }, (_, index) => HISTOGRAMS[histogram] * FACTOR ** index);

/** Key under which a bucket is counted: `page.time/7`. */
export const bucketKey = (histogram: Histogram, bucket: number): string => `${histogram}/${bucket}`;

/** Keys of all buckets, the shortest time first. */
export const bucketKeys = (histogram: Histogram): string[] =>
  Array.from({ length: BUCKETS[histogram] }, (_, bucket) => bucketKey(histogram, bucket));

/** Bucket into which a time falls. */
export function bucketOf(histogram: Histogram, time: number): number {
  const index = Math.max(0, Math.ceil(Math.log2(Math.max(time, Number.MIN_VALUE) / HISTOGRAMS[histogram]) * 2));
  return Math.min(index, BUCKETS[histogram] - 1);
}

/** Time within which a part of all lie, between the bounds of its bucket as if they lay there evenly; null of none. */
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
