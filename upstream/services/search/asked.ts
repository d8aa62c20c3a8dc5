import type { Db } from "#upstream/db/dialect";

/** Questions of the mending to the index. */
export type Asked = {
  db: Db;
  /** Those of `words` that titles have. */
  known(words: readonly string[]): Promise<ReadonlySet<string>>;
  /** In how many titles, or texts, each word is; up to 50. */
  count(within: "titles" | "texts", words: readonly string[]): Promise<number[]>;
};
