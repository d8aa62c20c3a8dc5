import type { Generated } from "kysely";

/** Number of entries of a list, and the newest key that ever joined it; see db/lists/site-lists.ts. */
export type ListTotalsTable = {
  list: string;
  total: Generated<number>;
  newest_created_at: string;
  newest_item_id: number;
};

/** Stored positions in long lists: `ordinal` entries are at or before (`created_at`, `item_id`). */
export type ListAnchorsTable = { list: string; created_at: string; item_id: number; ordinal: number };

/** Positions in a person's own list, named after the counter that is its total; see db/lists/own-list-anchors.ts. */
export type OwnListAnchorsTable = {
  owner_id: number;
  list: string;
  created_at: string;
  item_id: number;
  ordinal: number;
};
