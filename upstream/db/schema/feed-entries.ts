import type { Generated } from "kysely";

/** The mixed feed of the home page: one row a question, article or case that is public. */
export type FeedEntriesTable = {
  kind: "question" | "article" | "case";
  item_id: number;
  created_at: string;
  hot: Generated<number>;
};
