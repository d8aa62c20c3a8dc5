import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import type { PinPlace } from "#app/contract/admin/content/placing";
import { KINDS } from "#app/contract/kinds";

/** Mark set by staff: a pin in one of the lists, or featured. */
export type Mark = PinPlace | "featured";
/** All marks, in display order. */
export const MARKS: readonly Mark[] = ["home", "list", "class", "featured"];

/** Label of a mark, for an item's page and for lists by mark. */
export function placeName(mark: Mark, kind: PlacedKind, classification: string | null): string {
  if (mark === "featured") return "精华";
  if (mark === "home") return "首页“推荐”";
  return mark === "list" ? `${KINDS[kind].name}列表` : `分类“${classification ?? ""}”的${KINDS[kind].name}列表`;
}
