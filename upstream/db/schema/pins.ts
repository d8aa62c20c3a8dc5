import type { Generated } from "kysely";
import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import type { PinPlace } from "#app/contract/admin/content/placing";

/** Things pinned by staff at the top of a list. */
export type PinsTable = {
  id: Generated<number>;
  place: PinPlace;
  kind: PlacedKind;
  item_id: number;
  /** Sort position, ascending. */
  position: number;
  /** ISO 8601 time at which it ends automatically; null for never. */
  until_at: string | null;
};
