import { useEffect, useMemo, useRef, useState } from "react";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { createDraftKeeper, type DraftKeeper } from "./draft-keeper";
import type { DraftState } from "./draft-state";

type Options = {
  /** Distinguishes several new texts; see `DRAFT_SLOT`. */
  slot: string;
  /** Continues in a new slot. */
  move: () => void;
  /** Called with the version that a text put into the form is based on. */
  onVersion: (version: number) => void;
};

/**
 * Saves what is typed into an editor as a draft; see `createDraftKeeper`.
 * @returns what to show of the draft, and the keeper, which acts on it
 */
export function useDraft(form: HTMLFormElement, settings: EditorSettings, { slot, move, onVersion }: Options) {
  const [state, setState] = useState<DraftState>({ status: null, found: null });
  const before = useRef<DraftKeeper | null>(null);
  const { path, writer, isNew, kind, draftKey } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again, it is equal but not the same
  const stored = useMemo(() => settings.stored, [draftKey, slot]);
  const keeper = useMemo(() => {
    const report = (changed: Partial<DraftState>) => setState((known) => ({ ...known, ...changed }));
    const known = { path, writer, isNew, kind, draftKey, ...(stored ? { stored } : {}) };
    return createDraftKeeper({ form, settings: known, slot, report, move, onVersion });
  }, [form, path, writer, isNew, kind, draftKey, stored, slot, move, onVersion]);

  useEffect(() => {
    const movedHere = before.current?.hasMoved() ?? false;
    before.current = keeper;
    return keeper.start(movedHere);
  }, [keeper]);

  return { ...state, keeper };
}
