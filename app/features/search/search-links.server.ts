import type { SearchHit } from "#app/contract/search";
import { answerPath, PAGE_PATHS } from "#app/features/content/page-path.server";

/** A hit with its address. */
export function searchLinks(hit: SearchHit) {
  return { ...hit, href: hrefOf(hit) };
}

export type SearchHitData = ReturnType<typeof searchLinks>;

function hrefOf({ kind, id, questionId }: SearchHit): string {
  return kind === "answer" ? answerPath(id, questionId) : PAGE_PATHS[kind](id);
}
