import type { ListedDraft } from "#app/contract/writing/draft";
import { parseDraftTarget } from "#app/contract/writing/draft-targets";
import { draftName } from "#app/features/write/model/draft-name";
import type { EditorTarget } from "#app/features/write/model/editor-target.server";

/** Draft of a new text. */
export type NewDraft = { slot: string; name: string; savedAt: string };

/** The drafts of new texts of the same kind. */
export function newDrafts(target: EditorTarget, drafts: readonly ListedDraft[]): NewDraft[] {
  return drafts.flatMap(({ target: kept, title, excerpt, updatedAt }) => {
    const place = parseDraftTarget(kept);
    if (place?.is !== "new" || place.kind !== target.kind) return [];
    return [{ slot: place.slot ?? "", name: draftName({ title, excerpt }), savedAt: updatedAt }];
  });
}
