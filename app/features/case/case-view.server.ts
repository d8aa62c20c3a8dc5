import type { CaseSummary } from "#app/contract/content/case";
import { placedMark } from "#app/features/content/placed-mark.server";

/** Minimal data of a case for lists; it is sent to the browser twice. */
export function caseView(item: CaseSummary) {
  const { id, title, excerpt, cover, classification, likeCount, commentCount, createdAt } = item;
  return {
    id,
    title,
    excerpt,
    cover: cover && { url: cover.url },
    classification: classification?.name ?? null,
    likeCount,
    commentCount,
    createdAt,
    ...placedMark(item),
  };
}

export type CaseItemData = ReturnType<typeof caseView>;
