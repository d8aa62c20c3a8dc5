import type { Generated } from "kysely";
import type { Kind, KindWith } from "#app/contract/kinds";

/**
 * A change of all things with a tag or in a classification (`sort` is their kind), done in batches and undone the same
 * way. `back` ends with the row deleted.
 */
export type TaxonomyMovesTable = {
  id: Generated<number>;
  sort: "tag" | KindWith<"classified">;
  /** Name of the tag, or id of the classification, that things leave. */
  source: string;
  /** Tag or classification that things join; null for none. */
  target: string | null;
  state: "forth" | "done" | "back";
  /** Things moved so far. */
  moved: Generated<number>;
  /** JSON: the previous rows of `tags` and `list_totals` that it changes. */
  rows_before: string;
  created_at: string;
};

/** A moved thing; for a tag, its tags before and after as JSON. */
export type TaxonomyMovedTable = {
  move_id: number;
  kind: Kind;
  item_id: number;
  before: string | null;
  after: string | null;
};
