import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** The mixed feed of the home page: one row for each thing of its kinds that is public. */
export type FeedEntriesTable = {
  kind: KindWith<"inFeed">;
  item_id: number;
  created_at: string;
  hot: Generated<number>;
};
