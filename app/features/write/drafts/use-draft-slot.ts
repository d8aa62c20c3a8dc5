import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { slotLock } from "#app/features/write/model/draft-keys";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { DRAFT_SLOT } from "#app/features/write/model/editor-values";
import { newDraftSlot } from "./draft-slot";
import { keptSlots } from "./draft-store";

/**
 * Slot of the new text that this window writes: the one named by its URL, the one it had before a reload, the most
 * recent one in this browser that no other window has open, or a new one. A question that begins with a title in the
 * URL is none of the earlier ones. While in use, its name is held by a Web Lock,
 * so that two windows never write to one draft; in browsers without locks (they need https) only different devices are
 * kept apart.
 * @returns the slot (see `DRAFT_SLOT`), null until it is known; and a function that moves to a new slot
 */
export function useDraftSlot(form: HTMLFormElement, settings: EditorSettings, onSlot: (slot: string) => void) {
  const { draftKey, isNew, kind } = settings;
  const several = isNew && kind !== "answer";
  const [slot, setSlot] = useState<string | null>(several ? null : "");
  const told = useRef(onSlot);
  told.current = onSlot;
  const [asked] = useState(() => settings.slot ?? slotIn(form));
  const { search } = useLocation();
  const [title] = useState(() => new URLSearchParams(search).get("title")?.trim() ?? "");

  useEffect(() => {
    if (!several) return;
    let here = true;
    void chooseSlot(draftKey, asked, title).then((chosen) => {
      if (here) setSlot(chosen);
    });
    return () => {
      here = false;
    };
  }, [several, draftKey, asked, title]);

  useEffect(() => {
    if (!several || slot === null) return;
    told.current(slot);
    remember(draftKey, title, slot);
    const released = new AbortController();
    const open = new Promise<void>((resolve) => released.signal.addEventListener("abort", () => resolve()));
    // A browser that blocks storage refuses locks, too.
    navigator.locks?.request(slotLock(draftKey, slot), { mode: "shared" }, () => open).catch(() => {});
    return () => released.abort();
  }, [several, draftKey, slot, title]);

  return { slot, move: useCallback(() => setSlot(newDraftSlot()), []) };
}

const memoryOf = (draftKey: string, title: string): string => `draft-slot:${draftKey}${title && `?${title}`}`;

/** Slot in a returned form; null for other forms. */
function slotIn(form: HTMLFormElement): string | null {
  const field = form.elements.namedItem(DRAFT_SLOT);
  return form.hasAttribute("data-returned") && field instanceof HTMLInputElement ? field.value : null;
}

async function chooseSlot(draftKey: string, asked: string | null, title: string): Promise<string> {
  if (asked !== null) return asked;
  try {
    const own = sessionStorage.getItem(memoryOf(draftKey, title));
    const kept = keptSlots(localStorage, draftKey);
    if (own !== null && kept.includes(own)) return own;
    if (title) return newDraftSlot();
    const locks = await navigator.locks?.query();
    const open = new Set(locks?.held?.map(({ name }) => name));
    const isFree = (slot: string) => !open.has(slotLock(draftKey, slot));
    return kept.find(isFree) ?? (isFree("") ? "" : newDraftSlot());
  } catch {
    // Storage is disabled.
    return title ? newDraftSlot() : "";
  }
}

/** Remembers the slot for this window, across reloads. */
function remember(draftKey: string, title: string, slot: string): void {
  try {
    sessionStorage.setItem(memoryOf(draftKey, title), slot);
  } catch {
    // Storage is disabled.
  }
}
