/** Figures by day in China; the key is one of `figure-names.ts`. */
export type MetricsDailyTable = { day: string; key: string; value: number };

/** Words that were searched for in vain, by day in China. */
export type SearchMissesTable = { day: string; word: string; times: number };
