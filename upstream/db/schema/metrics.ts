/** Figures by day in China; the key is one of `figure-names.ts`. */
export type MetricsDailyTable = { day: string; key: string; value: number };

/** Days of a week or a month put together, by the first of them: their sum, and the last of them with its value. */
export type MetricsStepsTable = { step: "week" | "month"; start: string; key: string; sum: number; last: string };

/** Words that were searched for in vain, by day in China. */
export type SearchMissesTable = { day: string; word: string; times: number };
