import type { Generated } from "kysely";
import type { PlacedKind } from "#app/contract/admin/placed-kinds";
import type { PinPlace } from "#app/contract/admin/placing";

/** Things that staff have put above the others of a list. */
export type PinsTable = {
  id: Generated<number>;
  place: PinPlace;
  kind: PlacedKind;
  item_id: number;
  /** Smaller stands higher. */
  position: number;
  /** Time at which it ends by itself, ISO 8601; null for never. */
  until_at: string | null;
};
