import { KINDS } from "#app/contract/kinds";
import type { DraftPlace } from "#app/contract/writing/draft-targets";
import type { WrittenKind } from "#app/contract/writing/editor-fields";

/**
 * Label of a draft: 问题, 修改文章, 送审的回答.
 * @param place what it is of; null if this program does not know
 * @param heldKind kind of a text in review, which its target does not say
 */
export function draftLabel(place: DraftPlace | null, heldKind?: WrittenKind): string {
  switch (place?.is) {
    case "new":
      return KINDS[place.kind].name;
    case "answer":
      return KINDS.answer.name;
    case "change":
      return `修改${KINDS[place.kind].name}`;
    case "held":
      return heldKind ? `送审的${KINDS[heldKind].name}` : "送审的内容";
  }
  return "草稿";
}
