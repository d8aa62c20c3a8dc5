import { useCallback, useEffect, useRef, useState } from "react";
import { newDraftSlot } from "#app/features/write/model/draft-slot";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { DRAFT_SLOT } from "#app/features/write/model/editor-values";
import { keptSlots } from "./draft-store";

/**
 * Slot of the new piece that this window writes: the one that its address names, the one that it wrote before a reload,
 * the last one here that no other window has open, or another. While it is open its name is locked, so that two windows
 * never write into one draft; where a browser has no locks (they need https), only two devices are told apart.
 * @returns the slot (see `DRAFT_SLOT`), null until it is known; and what goes on in a slot of its own
 */
export function useDraftSlot(form: HTMLFormElement, settings: EditorSettings, onSlot: (slot: string) => void) {
  const { draftKey, isNew, kind } = settings;
  const several = isNew && kind !== "answer";
  const [slot, setSlot] = useState<string | null>(several ? null : "");
  const told = useRef(onSlot);
  told.current = onSlot;
  const [asked] = useState(() => settings.slot ?? slotIn(form));

  useEffect(() => {
    if (!several) return;
    let here = true;
    void chooseSlot(draftKey, asked).then((chosen) => {
      if (here) setSlot(chosen);
    });
    return () => {
      here = false;
    };
  }, [several, draftKey, asked]);

  useEffect(() => {
    if (!several || slot === null) return;
    told.current(slot);
    remember(draftKey, slot);
    const released = new AbortController();
    const open = new Promise<void>((resolve) => released.signal.addEventListener("abort", () => resolve()));
    void navigator.locks?.request(lockOf(draftKey, slot), { mode: "shared" }, () => open);
    return () => released.abort();
  }, [several, draftKey, slot]);

  return { slot, move: useCallback(() => setSlot(newDraftSlot()), []) };
}

const lockOf = (draftKey: string, slot: string): string => `draft:${draftKey}/${slot}`;
const memoryOf = (draftKey: string): string => `draft-slot:${draftKey}`;

/** Slot in a form that came back from being sent; null for another. */
function slotIn(form: HTMLFormElement): string | null {
  const field = form.elements.namedItem(DRAFT_SLOT);
  return form.hasAttribute("data-returned") && field instanceof HTMLInputElement ? field.value : null;
}

async function chooseSlot(draftKey: string, asked: string | null): Promise<string> {
  if (asked !== null) return asked;
  try {
    const own = sessionStorage.getItem(memoryOf(draftKey));
    const kept = keptSlots(localStorage, draftKey);
    if (own !== null && kept.includes(own)) return own;
    const locks = await navigator.locks?.query();
    const open = new Set(locks?.held?.map(({ name }) => name));
    const isFree = (slot: string) => !open.has(lockOf(draftKey, slot));
    return kept.find(isFree) ?? (isFree("") ? "" : newDraftSlot());
  } catch {
    // Nothing is kept in this browser.
    return "";
  }
}

/** In this window, over reloads. */
function remember(draftKey: string, slot: string): void {
  try {
    sessionStorage.setItem(memoryOf(draftKey), slot);
  } catch {
    // Nothing is kept in this browser.
  }
}
