import { KINDS } from "#app/contract/kinds";
import type { SearchHit } from "#app/contract/reading/search";
import { answerPath, pagePath } from "#app/features/content/page-path.server";

/** Adds the link and the kind's name to a hit. */
export function searchLinks(hit: SearchHit) {
  return { ...hit, href: hrefOf(hit), name: KINDS[hit.kind].name };
}

export type SearchHitData = ReturnType<typeof searchLinks>;

function hrefOf({ kind, id, questionId }: SearchHit): string {
  return kind === "answer" ? answerPath(id, questionId) : pagePath(kind, id);
}
