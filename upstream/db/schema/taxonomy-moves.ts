import type { Generated } from "kysely";
import type { Kind, KindWith } from "#app/contract/kinds";

/**
 * A change of all things that carry a tag, or are in a classification (`sort` is the kind of these): done some at a time,
 * and taken back the same way. `back` ends with the row gone.
 */
export type TaxonomyMovesTable = {
  id: Generated<number>;
  sort: "tag" | KindWith<"classified">;
  /** Name of the tag, or number of the classification, that things leave. */
  source: string;
  /** The one that they join; null for none. */
  target: string | null;
  state: "forth" | "done" | "back";
  /** Things moved so far. */
  moved: Generated<number>;
  /** JSON: the rows of `tags` and of `list_totals` that it changes, as they were. */
  rows_before: string;
  created_at: string;
};

/** A thing that was moved; of a tag the tags that it had and then had, as JSON. */
export type TaxonomyMovedTable = {
  move_id: number;
  kind: Kind;
  item_id: number;
  before: string | null;
  after: string | null;
};
