import type { Db } from "#upstream/db/dialect";

/** Index lookups used to correct queries. */
export type IndexLookups = {
  db: Db;
  /** Returns those of `words` that occur in titles. */
  known(words: readonly string[]): Promise<ReadonlySet<string>>;
  /** Number of titles, or texts, that contain each word; up to 50. */
  count(within: "titles" | "texts", words: readonly string[]): Promise<number[]>;
};
