/** Daily statistics, by day in China; the key is one of `figure-names.ts`. */
export type MetricsDailyTable = { day: string; key: string; value: number };

/** Weekly and monthly aggregates by their first day: the sum, and the last day's value with that day. */
export type MetricsStepsTable = { step: "week" | "month"; start: string; key: string; sum: number; last: string };

/** Searches without results, by day in China. */
export type SearchMissesTable = { day: string; word: string; times: number };
