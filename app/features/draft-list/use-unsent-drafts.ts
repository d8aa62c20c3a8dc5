import { useCallback, useEffect, useState } from "react";
import {
  browserShelf,
  createDraftStore,
  hasWords,
  type UnsentDraft,
  unsentDrafts,
} from "#app/features/write/drafts/draft-store";
import { draftKeyOf } from "#app/features/write/model/draft-keys";

/**
 * Drafts that only this browser has, because the server could not be reached when they were written.
 * @param writer id of the member
 * @param listed targets of the drafts on the server, whose editors look into this browser as well
 * @returns the drafts, and a function that discards one
 */
export function useUnsentDrafts(writer: number, listed: readonly string[]) {
  const [found, setFound] = useState<readonly UnsentDraft[]>([]);
  const look = useCallback(() => setFound(unsentOf(writer)), [writer]);
  const there = listed.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that left the list may have left this browser, too
  useEffect(look, [look, there]);
  return {
    unsent: found.filter(({ target, values }) => !listed.includes(target) && hasWords(values)),
    discard: (target: string) => {
      createDraftStore(browserShelf(), draftKeyOf(writer, target)).clear();
      look();
    },
  };
}

function unsentOf(writer: number): UnsentDraft[] {
  try {
    return unsentDrafts(browserShelf(), writer);
  } catch {
    // Storage is disabled.
    return [];
  }
}
