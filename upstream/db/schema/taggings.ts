import type { KindWith } from "#app/contract/kinds";

/** Tags that things carry; the order key is copied so that lists need no join. */
export type TaggingsTable = {
  tag: string;
  kind: KindWith<"tagged">;
  item_id: number;
  created_at: string;
};
