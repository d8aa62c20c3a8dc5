import type { Generated } from "kysely";
import type { EditedKind } from "#app/contract/admin/edited";

/** Drafts of content written by staff. */
export type StaffDraftsTable = {
  id: Generated<number>;
  kind: EditedKind;
  /** The thing to change, and the version that was read; null for a new one. */
  item_id: number | null;
  item_version: number | null;
  /** JSON of its fields, complete or not. */
  fields: string;
  /** ISO 8601 time of scheduled publication. */
  publish_at: string | null;
  /** Reason why scheduled publication failed. */
  failure: Generated<string>;
  /** Person who changed it last; it is published with their permissions. */
  changed_by: number;
  created_at: string;
  updated_at: string;
  /** Increased by each change. */
  version: Generated<number>;
};
