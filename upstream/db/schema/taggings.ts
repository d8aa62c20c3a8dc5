import type { KindWith } from "#app/contract/kinds";

/** Tags of things; the sort key is copied so that lists need no join. */
export type TaggingsTable = {
  tag: string;
  kind: KindWith<"tagged">;
  item_id: number;
  created_at: string;
};
