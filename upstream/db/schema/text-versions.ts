import type { Generated } from "kysely";
import type { VersionedKind } from "#app/contract/admin/version";

/** Versions of texts, the present one included, since the first change of each; the newest `VERSIONS_KEPT` of them. */
export type TextVersionsTable = {
  kind: VersionedKind;
  item_id: number;
  /** The text's own number of it. */
  version: number;
  /** JSON of what its editor has. */
  fields: string;
  /** Author of this version, or whoever of the staff wrote it; null where nobody has noted it. */
  author_id: number | null;
  written_at: string;
  /** Author's reason for the change; empty for nothing. */
  reason: Generated<string>;
  /** Whoever keeps it from readers; null for nobody. The present version is read by everybody. */
  withheld: "author" | "staff" | null;
};
