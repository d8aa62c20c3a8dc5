import { expect, test } from "vitest";
import { FIGURES, figureKeys, storedKeysOf } from "#app/contract/admin/desk/figure-names";
import { boundsOf, bucketKeys, bucketOf, HISTOGRAMS, type Histogram, quantileOf } from "#app/contract/site/histograms";

const histograms = Object.keys(HISTOGRAMS) as Histogram[];

test.each(histograms)("%s: each time is in the bucket whose bounds it lies between", (histogram) => {
  const bounds = boundsOf(histogram);
  expect(bucketKeys(histogram)).toHaveLength(bounds.length + 1);
  for (const [bucket, bound] of bounds.entries()) {
    expect(bucketOf(histogram, bound * 0.999)).toBe(bucket);
    expect(bucketOf(histogram, bound * 1.001)).toBe(bucket + 1);
  }
  expect(bucketOf(histogram, 0)).toBe(0);
  expect(bucketOf(histogram, Number.MAX_VALUE)).toBe(bounds.length);
});

test.each([
  [0.5, 500],
  [0.9, 900],
  [0.95, 950],
  [0.01, 10],
])("the %d of a thousand evenly spread times is correct to within a fifth", (part, right) => {
  const counts = bucketKeys("page.time").map(() => 0);
  for (let time = 1; time <= 1_000; time++)
    counts[bucketOf("page.time", time)] = (counts[bucketOf("page.time", time)] ?? 0) + 1;
  const said = quantileOf("page.time", counts, part) ?? 0;
  expect(Math.abs(said - right) / right).toBeLessThan(0.2);
});

test("a quantile of no values is unknown, one in the open bucket is its lower bound", () => {
  const none = bucketKeys("page.time").map(() => 0);
  expect(quantileOf("page.time", none, 0.5)).toBeNull();
  const bounds = boundsOf("page.time");
  expect(quantileOf("page.time", [...bounds.map(() => 0), 7], 0.5)).toBe(bounds.at(-1));
});

test("shares are computed from counters that exist", () => {
  const parts = new Set([
    "page.read",
    "page.kept",
    "review.new",
    "review.published",
    "report.upheld",
    "report.dismissed",
    "appeal.granted",
    "appeal.kept",
  ]);
  for (const key of figureKeys) {
    if (FIGURES[key].kind !== "share") continue;
    for (const stored of storedKeysOf(key)) {
      const known = FIGURES[stored as keyof typeof FIGURES] as { kind: string } | undefined;
      expect(parts.has(stored) || known?.kind === "flow", stored).toBe(true);
    }
  }
});
