import type { SearchHit } from "#app/contract/search";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

/** A hit with its address. */
export function searchLinks(hit: SearchHit) {
  return { ...hit, href: hrefOf(hit) };
}

export type SearchHitData = ReturnType<typeof searchLinks>;

function hrefOf({ kind, id, questionId }: SearchHit): string {
  if (kind === "article") return paths.article(encodeId(id));
  if (kind === "question") return paths.question(encodeId(id));
  if (kind === "case") return paths.case(id);
  return questionId === null ? paths.answer(id) : paths.question(encodeId(questionId), encodeId(id));
}
