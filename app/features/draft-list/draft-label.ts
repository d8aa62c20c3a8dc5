import { KINDS } from "#app/contract/kinds";
import type { WrittenKind } from "#app/contract/writing/editor-fields";

/**
 * Label of a draft: 问题, 修改文章, 送审的回答.
 * @param target see `draftTarget`
 * @param heldKind kind of a text in review, which its target does not say
 */
export function draftLabel(target: string, heldKind?: WrittenKind): string {
  if (target.startsWith("held/")) return heldKind ? `送审的${KINDS[heldKind].name}` : "送审的内容";
  const [kind = "", place = "", last] = target.split("/");
  if (last === "answer") return KINDS.answer.name;
  const { name } = KINDS[kind as WrittenKind];
  return place === "new" ? name : `修改${name}`;
}
