import type { Generated } from "kysely";
import type { EditedKind } from "#app/contract/admin/edited";

/** Drafts of what staff write, of each kind of content that they do. */
export type StaffDraftsTable = {
  id: Generated<number>;
  kind: EditedKind;
  /** The thing that it changes, and the version of it that was read; null for one that is new. */
  item_id: number | null;
  item_version: number | null;
  /** JSON of what is written of it, as far as it is. */
  fields: string;
  /** Time at which it is published by itself, ISO 8601. */
  publish_at: string | null;
  /** Reason why it was not, when its time came. */
  failure: Generated<string>;
  /** Person who changed it last: by their right it is published. */
  changed_by: number;
  created_at: string;
  updated_at: string;
  /** Raised by each change. */
  version: Generated<number>;
};
