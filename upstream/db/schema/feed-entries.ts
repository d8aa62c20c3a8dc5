import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** The home page's mixed feed: one row for each public thing of its kinds. */
export type FeedEntriesTable = {
  kind: KindWith<"inFeed">;
  item_id: number;
  created_at: string;
  hot: Generated<number>;
};
