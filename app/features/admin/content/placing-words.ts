import type { PlacedKind } from "#app/contract/admin/placed-kinds";
import type { PinPlace } from "#app/contract/admin/placing";
import { KINDS } from "#app/contract/kinds";

/** Mark that staff give: a place in a list, or that it is singled out. */
export type Mark = PinPlace | "featured";
/** All marks, in the order in which they are offered. */
export const MARKS: readonly Mark[] = ["home", "list", "class", "featured"];

/** Name of a mark on the page of a thing, or as the head of all that have it. */
export function placeName(mark: Mark, kind: PlacedKind, classification: string | null): string {
  if (mark === "featured") return "精华";
  if (mark === "home") return "首页“推荐”";
  return mark === "list" ? `${KINDS[kind].name}列表` : `分类“${classification ?? ""}”的${KINDS[kind].name}列表`;
}
