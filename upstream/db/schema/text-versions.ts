import type { Generated } from "kysely";
import type { VersionedKind } from "#app/contract/admin/content/version";

/** Versions of changed texts, including the current one; the newest `VERSIONS_KEPT`. */
export type TextVersionsTable = {
  kind: VersionedKind;
  item_id: number;
  /** The text's version number. */
  version: number;
  /** JSON of the editor's fields. */
  fields: string;
  /** Author of this version, or the staff member who wrote it; null if unknown. */
  author_id: number | null;
  written_at: string;
  /** The author's reason for the change; empty if none. */
  reason: Generated<string>;
  /** Role of who hides it from readers; null for nobody. The current version is always visible. */
  withheld: "author" | "staff" | null;
};
