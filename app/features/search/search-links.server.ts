import type { SearchHit } from "#app/contract/search";
import { answerPath, pagePath } from "#app/features/content/page-path.server";

/** A hit with its address. */
export function searchLinks(hit: SearchHit) {
  return { ...hit, href: hrefOf(hit) };
}

export type SearchHitData = ReturnType<typeof searchLinks>;

function hrefOf({ kind, id, questionId }: SearchHit): string {
  return kind === "answer" ? answerPath(id, questionId) : pagePath(kind, id);
}
