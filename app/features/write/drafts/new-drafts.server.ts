import type { ListedDraft } from "#app/contract/writing/draft";
import type { EditorTarget } from "#app/features/write/model/editor-target.server";

/** Draft of a new text. */
export type NewDraft = { slot: string; title: string; savedAt: string };

/** The drafts of new texts of the same kind. */
export function newDrafts(target: EditorTarget, drafts: readonly ListedDraft[]): NewDraft[] {
  const first = `${target.kind}/new`;
  return drafts.flatMap(({ target: kept, title, excerpt, updatedAt }) => {
    if (kept !== first && !kept.startsWith(`${first}/`)) return [];
    return [{ slot: kept.slice(first.length + 1), title: title || excerpt, savedAt: updatedAt }];
  });
}
